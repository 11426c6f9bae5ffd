import type { SharedCache } from '../cache/shared-cache.ts'
import type { BlockHeader } from './chain-reader.ts'
import type { Reserve, ReserveState } from './core/adapter.ts'
import { createSharedAnswers } from './shared-answers.ts'
import { createTtlCache, type TtlCache } from './ttl-cache.ts'

/** What is remembered, each with counters of its own. */
export interface YieldCaches {
  /** Answers to identical requests. */
  responses: TtlCache<object>
  /** What a pool consists of, and how its reserves stand. */
  pools: TtlCache<readonly Reserve[]>
  states: TtlCache<StateAt>
  /** Indexes at blocks. */
  points: TtlCache<bigint | undefined>
  /** Finished historical APYs. */
  historical: TtlCache<number>
  /** Blocks by the hour: these never change. */
  blocks: TtlCache<BlockHeader>
}

/** A state and the block it was read at. */
export interface StateAt {
  header: BlockHeader
  state: ReserveState
}

const MAX_ENTRIES = 10_000
const MINUTES = 60_000

/** With `shared`, answers are kept with other instances. */
export function createCaches(nowMs: () => number, shared?: SharedCache): YieldCaches {
  const lasting = (ttlMs: number) => ({ ttlMs, maxEntries: MAX_ENTRIES, nowMs })
  return {
    responses: shared
      ? createSharedAnswers({ shared, ttlMs: 5 * MINUTES })
      : createTtlCache(lasting(5 * MINUTES)),
    pools: createTtlCache(lasting(5 * MINUTES)),
    states: createTtlCache(lasting(5 * MINUTES)),
    points: createTtlCache(lasting(15 * MINUTES)),
    historical: createTtlCache(lasting(60 * MINUTES)),
    blocks: createTtlCache(lasting(Number.POSITIVE_INFINITY)),
  }
}
