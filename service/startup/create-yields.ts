import { createRedisCache } from '../cache/redis-cache.ts'
import type { ChainFollower } from '../chain/followed-chain.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../observability/logger.ts'
import { errorInWords } from '../observability/plain-fields.ts'
import type { BlockPrices } from '../rates/block-prices.ts'
import { createYield } from '../yield/create-yield.ts'
import { createSystemLoad } from '../yield/system-load.ts'
import { createYieldService } from '../yield/yield-service.ts'

interface YieldsOptions {
  chains: readonly ChainFollower[]
  prices: BlockPrices
  database: Database
  /** Address of the Redis that shares the responses between instances. */
  redisUrl: string | undefined
  logger: Logger
  nowMs: () => number
}

/** Creates the calculation of yields and the service that responds with them. */
export function createYields({ chains, prices, database, redisUrl, logger, nowMs }: YieldsOptions) {
  const shared =
    redisUrl === undefined
      ? undefined
      : createRedisCache(redisUrl, {
          name: `yield:${chains.map(({ config }) => config.id).join(',')}`,
          onLost: (error) =>
            logger.warn({ error: errorInWords(error) }, 'yield responses are not shared between instances'),
        })
  const system = createSystemLoad()
  const calculations = createYield({
    chains,
    priceUsd: (chain, token) => (chain.isStale() ? undefined : prices.of(chain)?.price(token)),
    nowMs,
    shared,
    database,
  })
  const yields = createYieldService({
    yields: calculations,
    system,
    pingDatabase: () => database.query('select 1'),
    nowMs,
  })
  return {
    calculations,
    yields,
    close() {
      system.stop()
      shared?.close()
    },
  }
}
