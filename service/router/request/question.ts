import type { TradeOrder, TradeRequest } from './trade-request.ts'

/** The fields of a request a search depends on. Equal questions on one snapshot have the same answer. */
export interface Question {
  /** Lower case. */
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
  /** Pool directions that may not be used, sorted: see `edgeKey`. */
  without?: readonly string[]
  /** What the search may spend on improving. */
  maxWork: number
}

export function toQuestion(trade: TradeRequest, maxWork: number, without: readonly string[] = []): Question {
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

/** A cache key: equal exactly for equal questions. */
export function questionKey(question: Question): string {
  return JSON.stringify(question, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
}

/** Wrapping and unwrapping need no search. */
export function isWrap({ poolInput, poolOutput }: Pick<Question, 'poolInput' | 'poolOutput'>): boolean {
  return poolInput === poolOutput
}
