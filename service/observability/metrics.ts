import { getHeapStatistics } from 'node:v8'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FollowedChain } from '../chain/types.ts'
import type { SolveMeasure } from '../router/search/types.ts'
import { type ChainMetrics, createChainMetrics } from './chain-metrics.ts'
import { createPricingMetrics, type PricingMetrics } from './pricing-metrics.ts'

/** Measurements of a request, without addresses, tokens and keys. */
export interface RequestMeasure {
  route: string
  method: string
  status: number
  tier: string
  durationMs: number
}

export interface Metrics extends ChainMetrics, PricingMetrics {
  requestDone(measure: RequestMeasure): void
  solved(measure: SolveMeasure): void
  /**
   * Counts a rate limit check by the shared buckets, or by this instance while they are
   * unreachable.
   */
  limitDecided(by: 'shared' | 'local'): void
  /** Counts a failure to read keys, to write usage, or to reach the shared limits. */
  accessFault(part: (typeof ACCESS_PARTS)[number]): void
  /** Registers the lengths of the router's queues, read on each scrape. */
  watchQueues(read: () => readonly QueueLength[]): void
  /** Returns the metrics in the Prometheus text format. */
  text(): Promise<string>
  contentType: string
}

/** Number of waiting requests of a kind on a chain. */
export interface QueueLength {
  chain: string
  work: 'price' | 'quote'
  waiting: number
}

const ACCESS_PARTS = ['keys', 'usage', 'limits'] as const
const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10]
const SOLVE_BUCKETS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.1]
const GAP_BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 50, 200]
const LEG_BUCKETS = [1, 2, 3, 4, 6, 8, 12, 16, 32, 64]

export function createMetrics({ chains }: { chains: readonly FollowedChain[] }): Metrics {
  const registers = [new Registry()] as const
  const [registry] = registers
  collectDefaultMetrics({ register: registry })
  describeHeap(registry)
  const duration = new Histogram({
    name: 'sluice_http_request_duration_seconds',
    help: 'Duration of requests',
    labelNames: ['route', 'method', 'status', 'tier'],
    buckets: BUCKETS,
    registers: [...registers],
  })
  const limited = new Counter({
    name: 'sluice_rate_limited_total',
    help: 'Requests rejected by a rate limit',
    labelNames: ['route', 'tier'],
    registers: [...registers],
  })
  const decisions = new Counter({
    name: 'sluice_rate_limit_decisions_total',
    help: 'Rate limit checks, by the shared buckets or by the buckets of this instance',
    labelNames: ['by'],
    registers: [...registers],
  })
  const faults = new Counter({
    name: 'sluice_access_faults_total',
    help: 'Failures to reach the key database, the usage records or the shared limits',
    labelNames: ['part'],
    registers: [...registers],
  })
  // Rates and increases start at the first value.
  for (const part of ACCESS_PARTS) faults.inc({ part }, 0)
  const solving = new Histogram({
    name: 'sluice_router_solve_duration_seconds',
    help: 'Time to find a route, or to find that no route exists',
    labelNames: ['chain', 'order_type', 'outcome'],
    buckets: SOLVE_BUCKETS,
    registers: [...registers],
  })
  const gap = new Histogram({
    name: 'sluice_router_optimality_gap_bps',
    help: 'Certified maximum by which any route could exceed the result',
    labelNames: ['chain', 'order_type'],
    buckets: GAP_BUCKETS,
    registers: [...registers],
  })
  const legs = new Histogram({
    name: 'sluice_router_route_legs',
    help: 'Pools in a route',
    labelNames: ['chain', 'order_type'],
    buckets: LEG_BUCKETS,
    registers: [...registers],
  })
  return {
    ...createChainMetrics(registry, chains),
    ...createPricingMetrics(registry),
    requestDone({ route, method, status, tier, durationMs }) {
      duration.observe({ route, method, status: String(status), tier }, durationMs / 1000)
      if (status === 429) limited.inc({ route, tier })
    },
    limitDecided: (by) => decisions.inc({ by }),
    accessFault: (part) => faults.inc({ part }),
    solved({ chain, orderType, durationMs, optimalityGapBps, legs: count }) {
      const outcome = optimalityGapBps === undefined ? 'no_solution' : 'solved'
      solving.observe({ chain, order_type: orderType, outcome }, durationMs / 1000)
      if (optimalityGapBps === undefined) return
      gap.observe({ chain, order_type: orderType }, optimalityGapBps)
      legs.observe({ chain, order_type: orderType }, count)
    },
    watchQueues(read) {
      new Gauge({
        name: 'sluice_router_queue_length',
        help: 'Prices or quotes of a chain in the queue',
        labelNames: ['chain', 'work'],
        registers: [...registers],
        collect() {
          for (const { waiting, ...labels } of read()) this.set(labels, waiting)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** The default metrics contain the used heap but not its limit. */
function describeHeap(registry: Registry): void {
  new Gauge({
    name: 'sluice_heap_limit_bytes',
    help: 'Heap limit of the serving thread',
    registers: [registry],
    collect() {
      this.set(getHeapStatistics().heap_size_limit)
    },
  })
}
