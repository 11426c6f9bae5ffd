export interface CacheCounts {
  /** Calls that returned a cached value. */
  hits: number
  /** Calls that joined a pending computation. */
  joined: number
  /** Calls that computed the value. */
  misses: number
  size: number
}

/** A cache with a TTL. Concurrent calls for one key share one computation. */
export interface TtlCache<Value> {
  get(key: string, work: () => Promise<Value>): Promise<Value>
  delete(key: string): void
  counts(): Promise<CacheCounts>
}

export interface TtlCacheOptions {
  ttlMs: number
  maxEntries: number
  nowMs: () => number
}

/** Failures are not cached. A full cache evicts the least recently used entry. */
export function createTtlCache<Value>({ ttlMs, maxEntries, nowMs }: TtlCacheOptions): TtlCache<Value> {
  const kept = new Map<string, { value: Value; untilMs: number }>()
  const pending = new Map<string, Promise<Value>>()
  const counted = { hits: 0, joined: 0, misses: 0 }

  async function compute(key: string, work: () => Promise<Value>): Promise<Value> {
    try {
      // Yields first, so that a synchronous throw leaves no pending entry.
      await undefined
      const value = await work()
      kept.delete(key)
      kept.set(key, { value, untilMs: nowMs() + ttlMs })
      for (const oldest of kept.keys()) {
        if (kept.size <= maxEntries) break
        kept.delete(oldest)
      }
      return value
    } finally {
      pending.delete(key)
    }
  }

  return {
    async get(key, work) {
      const known = kept.get(key)
      if (known && known.untilMs > nowMs()) {
        counted.hits += 1
        kept.delete(key)
        kept.set(key, known)
        return known.value
      }
      kept.delete(key)
      const pendingWork = pending.get(key)
      if (pendingWork) {
        counted.joined += 1
        return pendingWork
      }
      counted.misses += 1
      const working = compute(key, work)
      pending.set(key, working)
      return working
    },
    delete: (key) => void kept.delete(key),
    async counts() {
      const now = nowMs()
      for (const [key, { untilMs }] of kept) if (untilMs <= now) kept.delete(key)
      return { ...counted, size: kept.size }
    },
  }
}
