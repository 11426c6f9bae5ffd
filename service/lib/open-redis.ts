import { Redis } from 'ioredis'

/** Longest time in milliseconds until a connection is open, and longest pause before the next try. */
export const CONNECT_MS = 1_000
/** A connection without replies for this long is replaced. */
const SILENT_MS = 5_000

export interface RedisOptions {
  /** Name of the connection in Redis. */
  connectionName: string
  /** Time after which a command fails, in milliseconds. */
  commandTimeout: number
  /** Time without replies after which a connection is replaced, in milliseconds. Default: 5,000. */
  silentMs?: number | undefined
}

/**
 * Connects to a Redis, and again after each loss. Late replies are useless to callers, so commands
 * are neither queued nor retried.
 */
export function openRedis(url: string, { silentMs = SILENT_MS, ...options }: RedisOptions): Redis {
  const redis = new Redis(url, {
    ...options,
    connectTimeout: CONNECT_MS,
    socketTimeout: silentMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    reconnectOnError,
    retryStrategy: (tries) => Math.min(50 * tries, CONNECT_MS),
  })
  // Without a listener an error would end the process. The next command reports a failed connection.
  redis.on('error', () => undefined)
  return redis
}

/**
 * Errors of a Redis server that no longer serves this connection, while another server at the same
 * address may: after a failover the old primary keeps its connections as a read-only replica.
 * Scripts repeat these words inside their own message.
 */
const FAILED_OVER = /\b(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOAUTH|NOREPLICAS|UNBLOCKED)\b/

/** Returns true when `ioredis` should reconnect after this error. */
function reconnectOnError({ message }: Error): boolean {
  return FAILED_OVER.test(message)
}
