import { keepNodeCalls } from '../budgets/keep-node-calls.ts'
import type { ChainFollower } from '../chain/followed-chain.ts'
import type { Database } from '../database/database.ts'
import { createOutage } from '../observability/create-outage.ts'
import type { Logger } from '../observability/logger.ts'
import { plainFields } from '../observability/plain-fields.ts'

interface StoreOptions {
  database: Database
  chains: readonly ChainFollower[]
  logger: Logger
}

/** Stores the node calls of the day, and logs once when storing fails and when it works again. */
export function storeNodeCalls({ database, chains, logger }: StoreOptions) {
  const outage = createOutage({
    onBegin: (error) =>
      logger.warn(plainFields({ error }), 'node calls cannot be stored; a restart may exceed the budget'),
    onEnd: (faults) => logger.warn({ faults }, 'node calls are stored again'),
  })
  return keepNodeCalls({
    database,
    chains: chains.map((chain) => ({ chainId: chain.config.id, counts: chain.dailyCounts })),
    onFault: outage.fault,
    onKept: outage.over,
  })
}
