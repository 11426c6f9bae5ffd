import { createHash } from 'node:crypto'
import { openRedis } from '../lib/open-redis.ts'
import type { SharedCache } from './shared-cache.ts'

/** Maximum delay of a request by a read. */
const READ_MS = 100

/**
 * Writes an entry and its expiry time in a sorted set, and evicts the entries that expire first
 * above the limit. Atomic and by Redis's clock, so that instances need no synchronized clocks.
 */
const WRITE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ttl, most = tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ttl)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + ttl, KEYS[1])
if redis.call('PTTL', KEYS[2]) < ttl then redis.call('PEXPIRE', KEYS[2], ttl) end
local over = redis.call('ZCARD', KEYS[2]) - most
if over > 0 then
  local gone = redis.call('ZPOPMIN', KEYS[2], over)
  for i = 1, #gone, 2 do redis.call('DEL', gone[i]) end
end
`
const SIZE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZCOUNT', KEYS[1], '(' .. string.format('%.0f', now), '+inf')
`

export interface RedisCacheOptions {
  /** Prefix of its keys in Redis. */
  name: string
  readMs?: number
  /** See `openRedis`. */
  silentMs?: number
  /** Maximum number of entries under its name, across all instances. Default: 10,000. */
  maxEntries?: number
  /** Called once when Redis becomes unreachable, and again only after it was reachable. */
  onLost?: (error: Error) => void
}

/**
 * Creates a cache that all instances with the same server (Redis 5 or newer), database and name
 * share.
 */
export function createRedisCache(url: string, options: RedisCacheOptions): SharedCache {
  const { name, readMs = READ_MS, silentMs, maxEntries = 10_000, onLost = () => {} } = options
  const redis = openRedis(url, { connectionName: 'sluice-cache', commandTimeout: readMs, silentMs })
  /** A replica accepts reads but no writes, so that each kind of command is lost on its own. */
  const lost = new Set<'read' | 'write' | 'size'>()

  async function tried<Answer>(
    kind: 'read' | 'write' | 'size',
    command: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      const answer = await command()
      lost.delete(kind)
      return answer
    } catch (error) {
      if (lost.size === 0) onLost(error instanceof Error ? error : new Error(String(error)))
      lost.add(kind)
      return undefined
    }
  }

  // Keys are hashed, because callers control parts of them. The braces keep all keys of a name on
  // one cluster node.
  const place = (key: string) =>
    `sluice:cache:{${name}}:${createHash('sha256').update(key).digest('base64url')}`
  const list = `sluice:cache:{${name}}`
  return {
    async read(key) {
      return (await tried('read', () => redis.get(place(key)))) ?? undefined
    },
    async write(key, text, ttlMs) {
      const wholeMs = Math.floor(ttlMs)
      if (wholeMs <= 0) return
      await tried('write', () => redis.eval(WRITE, 2, place(key), list, text, wholeMs, maxEntries))
    },
    size: async () => Number((await tried('size', () => redis.eval(SIZE, 1, list))) ?? 0),
    close: () => redis.disconnect(),
  }
}
