import { type Address, isNativeToken, sameAddress, ZERO_ADDRESS } from '../../../src/lib/address.ts'
import type { ParsedPriceRequest } from '../../../src/wire/router.ts'
import type { RoutedChain } from '../../chain/routed-chain.ts'
import { invalidParameter } from '../../lib/service-error.ts'
import { checkAccounts } from './forbidden-accounts.ts'
import { moduleGate } from './module-gate.ts'
import { requestedChain } from './requested-chain.ts'

/** Basis points, when the caller names none. */
const DEFAULT_SLIPPAGE_BPS = 50
const DEFAULT_PARTIAL_LIMIT_BPS = 1_000

/** Base units. */
export type TradeOrder =
  /** Sells exactly `amountIn`; with a limit, only as much as keeps the marginal price so near to spot. */
  | { type: 'SELL'; amountIn: bigint; partialLimitBps: number | undefined }
  /** Buys exactly `amountOut`, fees already paid. */
  | { type: 'BUY'; amountOut: bigint }

/** A request that makes sense, in the router's own terms. */
export interface TradeRequest {
  chain: RoutedChain
  /** As the caller wrote them. */
  inputToken: Address
  outputToken: Address
  /** What pools trade: the wrapped token where the caller named the native one. Lower case. */
  poolInput: string
  poolOutput: string
  isNativeInput: boolean
  isNativeOutput: boolean
  order: TradeOrder
  userAddress: Address
  outputReceiver: Address
  partner: Address | undefined
  partnerFeeBps: number
  slippageBps: number
  deadlineSeconds: number
  sharesSurplus: boolean
  isPermit2: boolean
  wantsUsd: boolean
  wantsSimulation: boolean
  protectsSurge: boolean
  isFast: boolean
  /** Ids of those that may be used, sorted. */
  modules: readonly string[]
}

/** Throws what the interface says about a request that makes none. */
export function readTradeRequest(request: ParsedPriceRequest, chains: readonly RoutedChain[]): TradeRequest {
  const chain = requestedChain(request, chains)
  const order = readOrder(request)
  if (request.partnerFee > 0 && request.partnerAddress === undefined) throw invalidParameter('partnerAddress')
  if (request.inputToken === ZERO_ADDRESS) throw invalidParameter('inputToken')
  if (request.outputToken === ZERO_ADDRESS) throw invalidParameter('outputToken')
  if (sameAddress(request.inputToken, request.outputToken)) throw invalidParameter('outputToken')
  checkAccounts(request, chain)

  return {
    chain,
    inputToken: request.inputToken,
    outputToken: request.outputToken,
    poolInput: toPoolToken(chain, request.inputToken),
    poolOutput: toPoolToken(chain, request.outputToken),
    isNativeInput: isNativeToken(request.inputToken),
    isNativeOutput: isNativeToken(request.outputToken),
    order,
    userAddress: request.userAddress,
    outputReceiver: request.outputReceiver,
    partner: request.partnerAddress,
    partnerFeeBps: request.partnerFee,
    slippageBps: request.slippage ?? DEFAULT_SLIPPAGE_BPS,
    deadlineSeconds: request.deadlineSeconds,
    sharesSurplus: request.activateSurplusFee,
    isPermit2: request.isPermit2,
    wantsUsd: request.computeStable,
    wantsSimulation: request.computeEstimate,
    protectsSurge: request.surgeProtection,
    isFast: request.fastMode,
    modules: moduleGate(request, chain.config),
  }
}

function readOrder(request: ParsedPriceRequest): TradeOrder {
  const { orderType, inputAmount, outputAmount, isPartialFill, slippage } = request
  if (orderType === 'BUY') {
    if (isPartialFill) throw invalidParameter('isPartialFill')
    if (outputAmount === undefined) throw invalidParameter('outputAmount')
    return { type: 'BUY', amountOut: BigInt(outputAmount) }
  }
  if (inputAmount === undefined) throw invalidParameter('inputAmount')
  const partialLimitBps = isPartialFill ? (slippage ?? DEFAULT_PARTIAL_LIMIT_BPS) : undefined
  return { type: 'SELL', amountIn: BigInt(inputAmount), partialLimitBps }
}

function toPoolToken(chain: RoutedChain, token: Address): string {
  return (isNativeToken(token) ? chain.config.weth : token).toLowerCase()
}
