import type { Environment } from '../config/environment.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { messageOf } from '../lib/message-of.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createMemoryKeyStore, joinKeyStores } from './api-key.ts'
import { type Access, createAccess } from './create-access.ts'
import { devKeys, isDevnet } from './dev-keys.ts'
import { createKeyCache } from './key-cache.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { createRedisBuckets, type RedisBuckets } from './redis-buckets.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'
import { createUsageLog, type UsageLog } from './usage-log.ts'

export interface OpenAccessOptions {
  environment: Pick<
    Environment,
    | 'databaseUrl'
    | 'dataDir'
    | 'redisUrl'
    | 'redisTimeoutMs'
    | 'playgroundOrigin'
    | 'limits'
    | 'keyAddressPercent'
  >
  chainIds: readonly number[]
  logger: Logger
  metrics: Metrics
  nowMs: () => number
}

export interface OpenedAccess {
  access: Access
  usage: UsageLog
  /** Stays open until `close`, for other users of the database. */
  database: Database
  /** Writes pending usage and closes the database and Redis. */
  close(): Promise<void>
}

/** Maximum wait for the database and Redis at startup. */
const START_MS = 3_000

/**
 * Opens access as configured by the environment: keys and usage in the database, limits in Redis if
 * set. Neither blocks startup. An unreachable one is retried, logged and counted.
 */
export async function openAccess(options: OpenAccessOptions): Promise<OpenedAccess> {
  const { environment, chainIds, logger, metrics, nowMs } = options
  const { databaseUrl, dataDir, redisUrl, redisTimeoutMs, playgroundOrigin, limits, keyAddressPercent } =
    environment
  const database = openDatabase({ url: databaseUrl, dataDir })
  const keyCache = createKeyCache({
    database,
    onLost(error) {
      metrics.accessFault('keys')
      logger.error({ database: database.place, error: messageOf(error) }, 'keys cannot be read; retrying')
    },
    onBack: () => logger.info({ database: database.place }, 'keys can be read again'),
  })
  const usage = createUsageLog({
    database,
    onFault(error) {
      metrics.accessFault('usage')
      logger.warn(
        { database: database.place, error: messageOf(error) },
        'usage cannot be written; retrying later',
      )
    },
  })
  const redis = redisUrl === undefined ? undefined : createRedisBuckets(redisUrl, { checkMs: redisTimeoutMs })
  await withTimeout(Promise.all([keyCache.read, redis?.connected]), {
    timeoutMs: START_MS,
    onTimeout: () => undefined,
  })

  return {
    access: createAccess({
      keys: joinKeyStores(
        createMemoryKeyStore(isDevnet(chainIds) ? devKeys({ playgroundOrigin }) : []),
        keyCache,
      ),
      nowMs,
      limiter: getLimiter(redis, options),
      anonymous: limits,
      keyAddressPercent,
    }),
    usage,
    database,
    async close() {
      keyCache.stop()
      redis?.close()
      await usage.stop()
      await database.close()
    },
  }
}

function getLimiter(
  shared: RedisBuckets | undefined,
  { logger, metrics, nowMs }: OpenAccessOptions,
): RateLimiter {
  const local = createRateLimiter(nowMs)
  if (!shared) return local
  return createSharedRateLimiter({
    shared,
    local,
    nowMs,
    onDecided: (by) => metrics.limitDecided(by),
    onLost(error) {
      metrics.accessFault('limits')
      logger.warn({ error: messageOf(error) }, 'Redis is unreachable; this instance counts its limits alone')
    },
    onBack: () => logger.info({}, 'Redis is reachable again; instances share their limits'),
  })
}
