import { Redis } from 'ioredis'
import { reconnectOnError } from '../lib/reconnect-on-error.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { bucketName } from './rate-limiter.ts'
import type { SharedBuckets } from './shared-rate-limiter.ts'

const CONNECT_MS = 1_000
const MAX_RECONNECT_MS = 1_000

/**
 * The arithmetic of `token-bucket`, atomically and by Redis's clock, so that instances need no common time. Returns whether
 * a token was taken, the thousandths left, and the time in milliseconds.
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
 * Buckets in Redis 5 or newer (or compatible), shared by instances with the same server and database. A check delays a
 * request by `checkMs` milliseconds at most, network included.
 */
export function createRedisBuckets(url: string, { checkMs }: { checkMs: number }): RedisBuckets {
  const redis = new Redis(url, {
    connectionName: 'sluice',
    connectTimeout: CONNECT_MS,
    // Drops commands that timed out.
    commandTimeout: 10 * checkMs,
    // A late check is useless: do not queue or retry it.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    reconnectOnError,
    retryStrategy: (tries) => Math.min(50 * tries, MAX_RECONNECT_MS),
  })
  // The next check reports a failed connection; without a listener the error would end the process.
  redis.on('error', () => undefined)

  return {
    connected: withTimeout(new Promise<void>((resolve) => redis.once('ready', () => resolve())), {
      timeoutMs: CONNECT_MS,
      onTimeout: () => undefined,
    }),
    async take(caller, limit) {
      const name = `sluice:bucket:${bucketName(caller, limit)}`
      const reply = redis.eval(TAKE, 1, name, limit.burst * 1000, limit.perSecond)
      const answer = await inTime(reply, checkMs)
      if (!Array.isArray(answer)) throw new Error('Redis answered the check with no list')
      const [allowed, level, atMs] = answer.map(Number)
      return { allowed: allowed === 1, level: level ?? 0, atMs: atMs ?? 0 }
    },
    close: () => redis.disconnect(),
  }
}

/** `withTimeout` with a grace turn: a reply that arrived while the event loop was busy still counts. */
function inTime<Value>(answer: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    // Sockets are read after timers.
    const timer = setTimeout(() => setImmediate(late), ms)
    const late = () => reject(new Error(`Redis gave no answer within ${ms} ms`))
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
