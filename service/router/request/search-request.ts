import type { TradeOrder, TradeRequest } from './trade-request.ts'

/**
 * The fields of a request that determine a search. Equal searches on one snapshot have equal
 * results.
 */
export interface SearchRequest {
  /** In lower case. */
  poolInput: string
  poolOutput: string
  /** Distinguishes wrapping from unwrapping. */
  isNativeInput: boolean
  order: TradeOrder
  slippageBps: number
  partnerFeeBps: number
  hasPartner: boolean
  sharesSurplus: boolean
  isFast: boolean
  /** Ids of the modules that may be used, sorted. */
  modules: readonly string[]
  /** Sorted keys (`edgeKey`) of pool directions that may not be used. */
  without?: readonly string[]
  /** The work that the search may spend on improvements. */
  maxWork: number
}

export function toSearchRequest(
  trade: TradeRequest,
  maxWork: number,
  without: readonly string[] = [],
): SearchRequest {
  return {
    poolInput: trade.poolInput,
    poolOutput: trade.poolOutput,
    isNativeInput: trade.isNativeInput,
    order: trade.order,
    slippageBps: trade.slippageBps,
    partnerFeeBps: trade.partnerFeeBps,
    hasPartner: trade.partner !== undefined,
    sharesSurplus: trade.sharesSurplus,
    isFast: trade.isFast,
    modules: trade.modules,
    without,
    maxWork,
  }
}

/** Returns a cache key, which is equal for equal searches only. */
export function searchKey(searchRequest: SearchRequest): string {
  return JSON.stringify(searchRequest, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
}

/** Returns true for wrapping and unwrapping, which need no search. */
export function isWrap({ poolInput, poolOutput }: Pick<SearchRequest, 'poolInput' | 'poolOutput'>): boolean {
  return poolInput === poolOutput
}
