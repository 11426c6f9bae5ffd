import type { Environment } from '../config/environment.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { messageOf } from '../lib/message-of.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { createOutage } from '../observability/create-outage.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createMemoryKeyStore, joinKeyStores } from './api-key.ts'
import { type Access, createAccess } from './create-access.ts'
import { devKeys, isDevnet } from './dev-keys.ts'
import { createKeyCache } from './key-cache.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createRedisBuckets, type RedisBuckets } from './redis-buckets.ts'
import { createSharedRateLimiter, type SharedRateLimiter } from './shared-rate-limiter.ts'
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
  /** Returns what the database cannot do now, in words. */
  databaseProblem(): string | undefined
  /** Writes pending usage and closes the database and Redis. */
  close(): Promise<void>
}

/** Maximum wait for the database and Redis at startup. */
const START_MS = 3_000
/** How often the shared limits are checked without a request. */
const PROBE_MS = 2_000

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
  const usageOutage = createOutage({
    onBegin: (error) =>
      logger.warn(
        { database: database.place, error: messageOf(error) },
        'usage cannot be written; retrying later',
      ),
    onEnd: (faults) => logger.info({ database: database.place, faults }, 'usage is written again'),
  })
  const usage = createUsageLog({
    database,
    onFault(error) {
      metrics.accessFault('usage')
      usageOutage.fault(error)
    },
    onKept: usageOutage.over,
  })
  const redis = redisUrl === undefined ? undefined : createRedisBuckets(redisUrl, { checkMs: redisTimeoutMs })
  await withTimeout(Promise.all([keyCache.read, redis?.connected]), {
    timeoutMs: START_MS,
    onTimeout: () => undefined,
  })
  const shared = redis && shareLimits(redis, options)
  await shared?.probe()
  const probing = setInterval(() => shared?.probe(), PROBE_MS)
  probing.unref()

  function databaseProblem(): string | undefined {
    if (!keyCache.isCurrent())
      return 'the database cannot be read: changes of API keys are unknown, and usage is kept in memory'
    if (database.isReadOnly()) return 'the database is read-only: usage, pools and tokens cannot be stored'
    return undefined
  }

  return {
    access: createAccess({
      keys: joinKeyStores(
        createMemoryKeyStore(isDevnet(chainIds) ? devKeys({ playgroundOrigin }) : []),
        keyCache,
      ),
      nowMs,
      limiter: shared ?? createRateLimiter(nowMs),
      anonymous: limits,
      keyAddressPercent,
    }),
    usage,
    database,
    databaseProblem,
    async close() {
      clearInterval(probing)
      keyCache.stop()
      redis?.close()
      await usage.stop()
      await database.close()
    },
  }
}

function shareLimits(shared: RedisBuckets, { logger, metrics, nowMs }: OpenAccessOptions): SharedRateLimiter {
  return createSharedRateLimiter({
    shared,
    local: createRateLimiter(nowMs),
    nowMs,
    onDecided: (by) => metrics.limitDecided(by),
    onLost(error) {
      metrics.accessFault('limits')
      logger.warn({ error: messageOf(error) }, 'Redis cannot be used; this instance counts its limits alone')
    },
    onBack: () => logger.info({}, 'Redis can be used again; instances share their limits'),
  })
}
