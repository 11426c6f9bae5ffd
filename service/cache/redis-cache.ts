import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { SharedCache } from './shared-cache.ts'

/** However long a read may hold up a request: working it out anew is always possible. */
const READ_MS = 100
const CONNECT_MS = 1_000
const RECONNECT_AT_MOST_MS = 1_000

export interface RedisCacheOptions {
  /** What it is named for in Redis, so that two of one server stay apart. */
  name: string
  readMs?: number
  /** Called once when Redis is lost, until it has answered again. */
  onLost?: (error: Error) => void
}

/** Shared by whoever names the same server, database and name. */
export function createRedisCache(url: string, options: RedisCacheOptions): SharedCache {
  const { name, readMs = READ_MS, onLost = () => {} } = options
  const redis = new Redis(url, {
    connectionName: 'sluice-cache',
    connectTimeout: CONNECT_MS,
    commandTimeout: readMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(50 * tries, RECONNECT_AT_MOST_MS),
  })
  // A failed connection shows in the next read; without a listener it would end the process.
  redis.on('error', () => undefined)
  let isLost = false

  async function tried<Answer>(command: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await command()
      isLost = false
      return answer
    } catch (error) {
      if (!isLost) onLost(error instanceof Error ? error : new Error(String(error)))
      isLost = true
      return undefined
    }
  }

  // Callers write parts of keys: hashed, they are of one length and of no other name.
  const place = (key: string) =>
    `sluice:cache:${name}:${createHash('sha256').update(key).digest('base64url')}`
  return {
    async read(key) {
      return (await tried(() => redis.get(place(key)))) ?? undefined
    },
    async write(key, text, ttlMs) {
      const wholeMs = Math.floor(ttlMs)
      if (wholeMs > 0) await tried(() => redis.set(place(key), text, 'PX', wholeMs))
    },
    close: () => redis.disconnect(),
  }
}
