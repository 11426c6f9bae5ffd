import { LRUCache } from 'lru-cache'
import type { TradeRequest } from '../request/trade-request.ts'
import type { FailingStep } from './find-failing-steps.ts'

/** Pool directions that failed in simulations, each excluded from prices and quotes for a while. */
export interface PoolExclusions {
  /** Returns sorted keys of `edgeKey`. */
  of(trade: ExcludedTrade): readonly string[]
  add(trade: ExcludedTrade, failing: readonly FailingStep[]): void
}

export type ExcludedTrade = Pick<TradeRequest, 'order' | 'poolInput' | 'poolOutput'> & {
  chain: { config: { name: string } }
}

interface Exclusion {
  edge: string
  untilMs: number
  times: number
  /**
   * Set if the failure depends on the caller's amount: the exclusion applies to trades of this pair
   * from this amount on.
   */
  trade: { pair: string; amount: bigint } | undefined
}

const FIRST_MS = 60_000
const LAST_MS = 30 * 60_000
/** For this long a repeated failure of a pool increases the duration. */
const MEMORY_MS = 2 * LAST_MS
const MAX_PER_CHAIN = 256

/**
 * Excludes failing pool directions per chain. A direction that fails at a neutral size is excluded
 * for every trade. A direction that fails only at a caller's amount is excluded only for such
 * trades, so that no caller can hide a pool.
 */
export function createPoolExclusions(nowMs = () => performance.now()): PoolExclusions {
  const chains = new Map<string, LRUCache<string, Exclusion>>()

  function getKnown({ chain }: ExcludedTrade): LRUCache<string, Exclusion> {
    const { name } = chain.config
    const known = chains.get(name) ?? new LRUCache<string, Exclusion>({ max: MAX_PER_CHAIN })
    chains.set(name, known)
    return known
  }

  return {
    of(trade) {
      const now = nowMs()
      const found = [...getKnown(trade).values()].filter(
        (one) => one.untilMs > now && (!one.trade || isConcerned(trade, one.trade)),
      )
      return [...new Set(found.map(({ edge }) => edge))].sort()
    },

    add(trade, failing) {
      const now = nowMs()
      const known = getKnown(trade)
      for (const { edge, isAtAnySize } of failing) {
        const key = isAtAnySize ? edge : `${edge} ${getPair(trade)}`
        const before = known.peek(key)
        const isRecent = before !== undefined && now - before.untilMs < MEMORY_MS
        const times = isRecent ? before.times + 1 : 1
        const amount = getAmount(trade)
        const least = before?.trade && before.trade.amount < amount ? before.trade.amount : amount
        known.set(key, {
          edge,
          times,
          untilMs: now + Math.min(LAST_MS, FIRST_MS * 2 ** (times - 1)),
          trade: isAtAnySize ? undefined : { pair: getPair(trade), amount: least },
        })
      }
    },
  }
}

function isConcerned(trade: ExcludedTrade, { pair, amount }: NonNullable<Exclusion['trade']>): boolean {
  return getPair(trade) === pair && getAmount(trade) >= amount
}

function getPair({ order, poolInput, poolOutput }: ExcludedTrade): string {
  return `${order.type} ${poolInput} ${poolOutput}`
}

function getAmount({ order }: ExcludedTrade): bigint {
  return order.type === 'SELL' ? order.amountIn : order.amountOut
}
