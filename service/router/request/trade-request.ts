import {
  type Address,
  isAddress,
  isNativeToken,
  NATIVE_TOKEN,
  sameAddress,
  ZERO_ADDRESS,
} from '../../../wire/lib/address.ts'
import type { ParsedPriceRequest } from '../../../wire/price-request.ts'
import { findChain, findChainById } from '../../chain/find-chain.ts'
import type { RoutedChain } from '../../chain/routed-chain.ts'
import type { RoutedSnapshot } from '../../chain/snapshot/routed-snapshot.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { invalidParameter } from '../../lib/service-error.ts'
import { WRAPPED_NATIVE_MODULE } from '../../modules/core/source-config.ts'

/** Default slippage in basis points. */
const DEFAULT_SLIPPAGE_BPS = 50
const DEFAULT_PARTIAL_LIMIT_BPS = 1_000

/** Amounts are in base units. */
export type TradeOrder =
  /**
   * Sells exactly `amountIn`, or with a limit at most the amount that keeps the marginal price
   * within the limit.
   */
  | { type: 'SELL'; amountIn: bigint; partialLimitBps: number | undefined }
  /** Buys exactly `amountOut` after fees. */
  | { type: 'BUY'; amountOut: bigint }

/** A validated request. Addresses are in lower case, because viem rejects wrong checksums. */
export interface TradeRequest {
  chain: RoutedChain
  /**
   * The addresses in the caller's spelling for the response, because some clients compare them as
   * text.
   */
  spelling: Pick<ParsedPriceRequest, 'inputToken' | 'outputToken' | 'userAddress' | 'outputReceiver'>
  inputToken: Address
  outputToken: Address
  /** The tokens that pools trade: the wrapped token instead of the native one. */
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
  /** Sorted ids of the permitted modules. */
  modules: readonly string[]
}

/** Validates a request and applies defaults. Throws the API's `ServiceError`. */
export function readTradeRequest(
  request: ParsedPriceRequest,
  chains: readonly RoutedChain[],
  work: 'price' | 'quote' = 'quote',
): TradeRequest {
  const chain = requestedChain(request, chains)
  const order = readOrder(request)
  if (request.partnerFee > 0 && request.partnerAddress === undefined) throw invalidParameter('partnerAddress')
  if (request.inputToken === ZERO_ADDRESS) throw invalidParameter('inputToken')
  if (request.outputToken === ZERO_ADDRESS) throw invalidParameter('outputToken')
  if (sameAddress(request.inputToken, request.outputToken)) throw invalidParameter('outputToken')
  checkAccounts(request, chain, work)

  return {
    chain,
    spelling: request,
    inputToken: toLowerCase(request.inputToken),
    outputToken: toLowerCase(request.outputToken),
    poolInput: toPoolToken(chain, request.inputToken),
    poolOutput: toPoolToken(chain, request.outputToken),
    isNativeInput: isNativeToken(request.inputToken),
    isNativeOutput: isNativeToken(request.outputToken),
    order,
    userAddress: toLowerCase(request.userAddress),
    outputReceiver: toLowerCase(request.outputReceiver),
    partner: request.partnerAddress && toLowerCase(request.partnerAddress),
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

function toLowerCase(address: Address): Address {
  return address.toLowerCase() as Address
}

function toPoolToken(chain: RoutedChain, token: Address): string {
  return (isNativeToken(token) ? chain.config.weth : token).toLowerCase()
}

/**
 * Returns the sorted modules that a request may use: only those in `modulesFilter`, without
 * `modulesDisabled`.
 */
export function moduleGate(
  { modulesFilter, modulesDisabled }: Pick<ParsedPriceRequest, 'modulesFilter' | 'modulesDisabled'>,
  config: ChainServiceConfig,
): string[] {
  const known = new Set([WRAPPED_NATIVE_MODULE, ...config.sources.map(({ module }) => module)])
  if (modulesFilter.some((id) => !known.has(id))) throw invalidParameter('modulesFilter')
  if (modulesDisabled.some((id) => !known.has(id))) throw invalidParameter('modulesDisabled')
  const wanted = modulesFilter.length > 0 ? modulesFilter : [...known]
  const allowed = new Set(wanted.filter((id) => !modulesDisabled.includes(id)))
  return [...allowed].sort()
}

/** Returns the chain by name, alias or id. If the request has a name and an id, both must match. */
export function requestedChain(
  { chainID, networkID }: Pick<ParsedPriceRequest, 'chainID' | 'networkID'>,
  chains: readonly RoutedChain[],
): RoutedChain {
  const byName =
    chainID === undefined ? undefined : (findByDigits(chains, chainID) ?? findChain(chains, chainID))
  if (chainID !== undefined && !byName) throw invalidParameter('chainID')
  const byId = networkID === undefined ? undefined : findChainById(chains, networkID)
  if (networkID !== undefined && !byId) throw invalidParameter('networkID')
  const chain = byName ?? byId
  if (!chain || (byName && byId && byName !== byId)) throw invalidParameter('chainID')
  return chain
}

/** Some clients send the network id as `chainID`. */
function findByDigits(chains: readonly RoutedChain[], text: string): RoutedChain | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? findChainById(chains, Number(text)) : undefined
}

/**
 * The first address that is not a precompile or a sentinel (some routers use `0x01` for the caller
 * and `0x02` for themselves), which have no key. A price sends no funds, so clients may request one
 * without an account.
 */
const FIRST_ACCOUNT = 0x100n

const PARAMETERS = ['userAddress', 'outputReceiver', 'partnerAddress'] as const

type Accounts = Pick<ParsedPriceRequest, (typeof PARAMETERS)[number] | 'inputToken' | 'outputToken'>

/** Rejects accounts that cannot trade or be paid: contracts in the config, tokens, precompiles. */
export function checkAccounts(
  request: Accounts,
  { config, token }: RoutedChain,
  work: 'price' | 'quote',
): void {
  const contracts = [config, ...config.sources].flatMap((part) => Object.values(part)).filter(isAddress)
  const forbidden = new Set(
    [...contracts, NATIVE_TOKEN, request.inputToken, request.outputToken].map((address) =>
      address.toLowerCase(),
    ),
  )
  for (const parameter of PARAMETERS) {
    const account = request[parameter]
    if (account === undefined) continue
    const isReserved = account === ZERO_ADDRESS || (work === 'quote' && BigInt(account) < FIRST_ACCOUNT)
    if (isReserved || forbidden.has(account.toLowerCase()) || token(account))
      throw invalidParameter(parameter)
  }
}

/**
 * Rejects pools, in memory or not, because the next trader can take tokens that a pool receives.
 */
export function checkNotPools(
  { chain, userAddress, outputReceiver, partner }: TradeRequest,
  snapshot: RoutedSnapshot,
): void {
  const isPool = (account: Address) => snapshot.pool(account) !== undefined || chain.isKnownPool(account)
  if (isPool(userAddress)) throw invalidParameter('userAddress')
  if (isPool(outputReceiver)) throw invalidParameter('outputReceiver')
  if (partner && isPool(partner)) throw invalidParameter('partnerAddress')
}
