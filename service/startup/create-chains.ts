import type { ChainEvent } from '../chain/chain-events.ts'
import { createFollowedChain } from '../chain/followed-chain.ts'
import type { ServiceConfig } from '../config/types.ts'
import { createChainLog } from '../observability/log-chain-event.ts'
import type { Logger } from '../observability/logger.ts'
import { createMetrics } from '../observability/metrics.ts'
import { keepPools } from '../pools/keep-pools.ts'

/** Creates the chains and their pool stores. Their events become logs and metrics. */
export function createChains(
  config: ServiceConfig,
  { logger, isEnding }: { logger: Logger; isEnding: () => boolean },
) {
  const chainLog = createChainLog(logger)
  const chainEvent = (chain: string, event: ChainEvent) => {
    metrics.chainEvent(chain, event)
    chainLog.write({ chain, event, isEnding: isEnding() })
  }
  const nameOf = (chainId: number) => config.chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
  const keptPools = keepPools({
    onEvent: (chainId, event) => chainEvent(nameOf(chainId), event),
    onWriterChange(chainId, isWriter) {
      const words = isWriter ? 'elected to write the pools' : 'no longer writes the pools'
      logger.info({ chain: nameOf(chainId), isWriter }, words)
    },
  })
  const chains = config.chains.map((chain) =>
    createFollowedChain(chain, {
      store: keptPools.store(chain.id),
      onEvent: (event) => chainEvent(chain.name, event),
      onRequest: (measure) => metrics.nodeAsked(chain.name, measure),
    }),
  )
  const metrics = createMetrics({ chains })
  return { chains, keptPools, metrics }
}
