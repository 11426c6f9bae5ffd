import { CONNECT_MS, openRedis } from '../lib/open-redis.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { bucketName } from './rate-limiter.ts'
import type { SharedBuckets } from './shared-rate-limiter.ts'

/**
 * The arithmetic of `token-bucket`, executed atomically with Redis's clock, so that instances need
 * no synchronized clocks. Returns whether a token was taken, the thousandths left, and the time in
 * milliseconds.
 */
const TAKE = `
local capacity, per_second = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'level', 'at')
local level, at = tonumber(held[1]) or capacity, tonumber(held[2]) or now
if now > at then
  level = math.min(capacity, level + (now - at) * per_second)
  at = now
end
local allowed = 0
if level >= 1000 then
  level = level - 1000
  allowed = 1
end
redis.call('HSET', KEYS[1], 'level', string.format('%.0f', level), 'at', string.format('%.0f', at))
redis.call('PEXPIRE', KEYS[1], math.ceil((capacity - level) / per_second) + 1000)
return { allowed, level, at }
`

export interface RedisBuckets extends SharedBuckets {
  /** Resolves when Redis is connected, or after a second. */
  connected: Promise<void>
  close(): void
}

/**
 * Creates buckets in Redis 5 or newer (or compatible) that all instances with the same server and
 * database share. A check delays a request by at most `checkMs` milliseconds, including the
 * network.
 */
export function createRedisBuckets(
  url: string,
  { checkMs, silentMs }: { checkMs: number; silentMs?: number },
): RedisBuckets {
  const redis = openRedis(url, {
    connectionName: 'sluice',
    // Drops commands that timed out.
    commandTimeout: 10 * checkMs,
    silentMs,
  })

  return {
    connected: withTimeout(new Promise<void>((resolve) => redis.once('ready', () => resolve())), {
      timeoutMs: CONNECT_MS,
      onTimeout: () => undefined,
    }),
    async take(caller, limit) {
      const name = `sluice:bucket:${bucketName(caller, limit)}`
      const reply = redis.eval(TAKE, 1, name, limit.burst * 1000, limit.perSecond)
      const answer = await inTime(reply, checkMs)
      if (!Array.isArray(answer)) throw new Error('Redis returned no list for a rate limit check')
      const [allowed, level, atMs] = answer.map(Number)
      return { allowed: allowed === 1, level: level ?? 0, atMs: atMs ?? 0 }
    },
    close: () => redis.disconnect(),
  }
}

/**
 * `withTimeout` with one more turn of the event loop, so that a reply that arrived while the loop
 * was busy counts.
 */
function inTime<Value>(answer: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    // Sockets are read after timers.
    const timer = setTimeout(() => setImmediate(late), ms)
    const late = () => reject(new Error(`Redis did not respond within ${ms} ms`))
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
