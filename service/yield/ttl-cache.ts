export interface CacheCounts {
  /** Answered from memory. */
  hits: number
  /** Answered by work another caller had begun. */
  joined: number
  /** Answered by work of its own. */
  misses: number
  size: number
}

/** Answers that stay good for a while. Whoever asks for the same while it is worked out waits for the same. */
export interface TtlCache<Value> {
  get(key: string, work: () => Promise<Value>): Promise<Value>
  forget(key: string): void
  counts(): Promise<CacheCounts>
}

export interface TtlCacheOptions {
  ttlMs: number
  maxEntries: number
  nowMs: () => number
}

/** Failures are not kept. When it is full, what has not been asked for the longest goes first. */
export function createTtlCache<Value>({ ttlMs, maxEntries, nowMs }: TtlCacheOptions): TtlCache<Value> {
  const kept = new Map<string, { value: Value; untilMs: number }>()
  const underWay = new Map<string, Promise<Value>>()
  const counted = { hits: 0, joined: 0, misses: 0 }

  async function workOut(key: string, work: () => Promise<Value>): Promise<Value> {
    try {
      // Never before the caller has noted it: work that fails at once must not be taken for under way.
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
      underWay.delete(key)
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
      const begun = underWay.get(key)
      if (begun) {
        counted.joined += 1
        return begun
      }
      counted.misses += 1
      const working = workOut(key, work)
      underWay.set(key, working)
      return working
    },
    forget: (key) => void kept.delete(key),
    async counts() {
      const now = nowMs()
      for (const [key, { untilMs }] of kept) if (untilMs <= now) kept.delete(key)
      return { ...counted, size: kept.size }
    },
  }
}
