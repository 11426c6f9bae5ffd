import { availableParallelism } from 'node:os'
import type { Environment } from '../config/environment.ts'
import type { ServiceConfig } from '../config/types.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createPricingWorkers } from '../router/workers/create-pricing-workers.ts'

/** One serving thread cannot use more workers. */
const MAX_PRICING_WORKERS = 6

interface PricingOptions {
  chains: ServiceConfig['chains']
  metrics: Metrics
  logger: Logger
}

/** Starts the workers that search routes, and measures them. An instance without a router has none. */
export function startPricing(environment: Environment, { chains, metrics, logger }: PricingOptions) {
  const { mount, pricingWorkers } = environment
  const isPricing = mount === undefined || mount === 'router'
  const pricing = createPricingWorkers({
    count: isPricing ? (pricingWorkers ?? getWorkerCount(availableParallelism())) : 0,
    chains,
    events: {
      solved: metrics.pricing.solved,
      ended() {
        metrics.pricing.ended()
        logger.error({}, 'a pricing worker has ended; starting another')
      },
    },
  })
  metrics.watchPricing(pricing.state)
  return pricing
}

/** Leaves one core for serving, and one for the database and the token search. */
function getWorkerCount(cores: number): number {
  return Math.min(Math.max(0, cores - 2), MAX_PRICING_WORKERS)
}
