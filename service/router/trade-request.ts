import { type Address, isNativeToken, sameAddress, ZERO_ADDRESS } from '../../src/lib/address.ts'
import type { ParsedPriceRequest } from '../../src/wire/router.ts'
import type { RoutedChain } from '../chain/routed-chain.ts'
import { invalidParameter } from '../service-error.ts'
import { checkAccounts } from './forbidden-accounts.ts'
import { moduleGate } from './module-gate.ts'
import { requestedChain } from './requested-chain.ts'

/** Basis points, when the caller names none. */
const DEFAULT_SLIPPAGE_BPS = 50

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
  amountIn: bigint
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
  allowsModule(module: string): boolean
}

/** Throws what the interface says about a request that makes none. */
export function readTradeRequest(request: ParsedPriceRequest, chains: readonly RoutedChain[]): TradeRequest {
  const chain = requestedChain(request, chains)
  if (request.orderType !== 'SELL') throw invalidParameter('orderType')
  if (request.isPartialFill) throw invalidParameter('isPartialFill')
  if (request.inputAmount === undefined) throw invalidParameter('inputAmount')
  if (request.partnerFee > 0 && request.partnerAddress === undefined) throw invalidParameter('partnerAddress')
  if (request.inputToken === ZERO_ADDRESS) throw invalidParameter('inputToken')
  if (request.outputToken === ZERO_ADDRESS) throw invalidParameter('outputToken')
  if (sameAddress(request.inputToken, request.outputToken)) throw invalidParameter('outputToken')
  checkAccounts(request, chain)

  return {
    chain,
    inputToken: request.inputToken,
    outputToken: request.outputToken,
    poolInput: poolTokenOf(chain, request.inputToken),
    poolOutput: poolTokenOf(chain, request.outputToken),
    isNativeInput: isNativeToken(request.inputToken),
    isNativeOutput: isNativeToken(request.outputToken),
    amountIn: BigInt(request.inputAmount),
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
    allowsModule: moduleGate(request, chain.config),
  }
}

function poolTokenOf(chain: RoutedChain, token: Address): string {
  return (isNativeToken(token) ? chain.config.weth : token).toLowerCase()
}
