import type { TradeOrder, TradeRequest } from './trade-request.ts'

/** What a search has to know of a request, and nothing else: whoever asks it, on one snapshot the answer is the same. */
export interface Question {
  /** Lower case. */
  poolInput: string
  poolOutput: string
  /** Tells wrapping from unwrapping. */
  isNativeInput: boolean
  order: TradeOrder
  slippageBps: number
  partnerFeeBps: number
  hasPartner: boolean
  sharesSurplus: boolean
  protectsSurge: boolean
  isFast: boolean
  /** Ids of the modules that may be used, sorted. */
  modules: readonly string[]
  /** Milliseconds the search may go on improving. */
  budgetMs: number
}

export function toQuestion(trade: TradeRequest, budgetMs: number): Question {
  return {
    poolInput: trade.poolInput,
    poolOutput: trade.poolOutput,
    isNativeInput: trade.isNativeInput,
    order: trade.order,
    slippageBps: trade.slippageBps,
    partnerFeeBps: trade.partnerFeeBps,
    hasPartner: trade.partner !== undefined,
    sharesSurplus: trade.sharesSurplus,
    protectsSurge: trade.protectsSurge,
    isFast: trade.isFast,
    modules: trade.modules,
    budgetMs,
  }
}

/** A text that two questions share exactly when they are the same. */
export function questionKey(question: Question): string {
  return JSON.stringify(question, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
}

/** Between the native token and its wrapped form there is nothing to search. */
export function isWrap({ poolInput, poolOutput }: Pick<Question, 'poolInput' | 'poolOutput'>): boolean {
  return poolInput === poolOutput
}
