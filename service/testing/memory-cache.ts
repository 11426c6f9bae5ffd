import type { SharedCache } from '../cache/shared-cache.ts'

/** Creates a cache in memory for tests. When full, it evicts the entry that was written first. */
export function createMemoryCache({
  nowMs = () => performance.now(),
  maxEntries = 10_000,
} = {}): SharedCache {
  const kept = new Map<string, { text: string; untilMs: number }>()
  return {
    async read(key) {
      const known = kept.get(key)
      if (known && known.untilMs > nowMs()) return known.text
      kept.delete(key)
      return undefined
    },
    async write(key, text, ttlMs) {
      kept.delete(key)
      kept.set(key, { text, untilMs: nowMs() + ttlMs })
      for (const first of kept.keys()) {
        if (kept.size <= maxEntries) break
        kept.delete(first)
      }
    },
    async size() {
      const now = nowMs()
      for (const [key, { untilMs }] of kept) if (untilMs <= now) kept.delete(key)
      return kept.size
    },
    close: () => kept.clear(),
  }
}
