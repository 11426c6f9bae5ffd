import type { SharedCache } from '../cache/shared-cache.ts'
import type { BlockHeader } from './chain-reader.ts'
import type { Reserve, ReserveState } from './core/adapter.ts'
import { createSharedResponses } from './shared-responses.ts'
import { createTtlCache, type TtlCache } from './ttl-cache.ts'

/** Caches with separate counters. */
export interface YieldCaches {
  /** Responses to identical requests. */
  responses: TtlCache<object>
  /** Reserves of a pool. */
  pools: TtlCache<readonly Reserve[]>
  states: TtlCache<StateAt>
  /** Indexes at blocks. */
  points: TtlCache<bigint | undefined>
  /** Computed historical APYs. */
  historical: TtlCache<number>
  /** Blocks by hour, which are immutable. */
  blocks: TtlCache<BlockHeader>
}

/** A state and the block at which it was read. */
export interface StateAt {
  header: BlockHeader
  state: ReserveState
}

const MAX_ENTRIES = 10_000
const MINUTES = 60_000

/** `shared` is a cache of responses that other instances use too. */
export function createCaches(nowMs: () => number, shared?: SharedCache): YieldCaches {
  const lasting = (ttlMs: number) => ({ ttlMs, maxEntries: MAX_ENTRIES, nowMs })
  return {
    responses: shared
      ? createSharedResponses({ shared, ttlMs: 5 * MINUTES })
      : createTtlCache(lasting(5 * MINUTES)),
    pools: createTtlCache(lasting(5 * MINUTES)),
    states: createTtlCache(lasting(5 * MINUTES)),
    points: createTtlCache(lasting(15 * MINUTES)),
    historical: createTtlCache(lasting(60 * MINUTES)),
    blocks: createTtlCache(lasting(Number.POSITIVE_INFINITY)),
  }
}
