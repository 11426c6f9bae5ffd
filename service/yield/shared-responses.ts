import type { SharedCache } from '../cache/shared-cache.ts'
import type { TtlCache } from './ttl-cache.ts'

export interface SharedResponsesOptions {
  shared: SharedCache
  ttlMs: number
}

/**
 * Caches responses as JSON for several instances, without a second cache in memory that would extend
 * their TTL. While the shared cache is unreachable, each response is computed from this instance's
 * other caches.
 */
export function createSharedResponses({ shared, ttlMs }: SharedResponsesOptions): TtlCache<object> {
  const underWay = new Map<string, Promise<object>>()
  const counted = { hits: 0, joined: 0, misses: 0 }

  async function find(key: string, work: () => Promise<object>): Promise<object> {
    try {
      const known = parsed(await shared.read(key))
      if (known) {
        counted.hits += 1
        return known
      }
      counted.misses += 1
      const response = await work()
      await shared.write(key, JSON.stringify(response), ttlMs)
      return response
    } finally {
      underWay.delete(key)
    }
  }

  return {
    async get(key, work) {
      const begun = underWay.get(key)
      if (begun) {
        counted.joined += 1
        return begun
      }
      const finding = find(key, work)
      underWay.set(key, finding)
      return finding
    },
    delete: (key) => void shared.write(key, '', 1),
    // Hits and misses belong to this instance, the size to the shared cache.
    counts: async () => ({ ...counted, size: await shared.size() }),
  }
}

function parsed(text: string | undefined): object | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
