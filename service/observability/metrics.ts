import { getHeapStatistics } from 'node:v8'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FollowedChain } from '../chain/types.ts'
import type { SolveMeasure } from '../router/search/types.ts'
import { type ChainMetrics, createChainMetrics } from './chain-metrics.ts'
import { createPricingMetrics, type PricingMetrics } from './pricing-metrics.ts'

/** Measured of each request. Contains no address, token or key. */
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
  /** A rate limit check, by the shared buckets or by this instance while they are unreachable. */
  limitDecided(by: 'shared' | 'local'): void
  /** Keys could not be read, usage could not be written, or the shared limits were unreachable. */
  accessFault(part: (typeof ACCESS_PARTS)[number]): void
  /** Registers the lengths of the router's queues, read on each scrape. */
  watchQueues(read: () => readonly QueueLength[]): void
  /** In the Prometheus text format. */
  text(): Promise<string>
  contentType: string
}

/** How much work of a kind waits on a chain. */
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
    help: 'Time to answer a request',
    labelNames: ['route', 'method', 'status', 'tier'],
    buckets: BUCKETS,
    registers: [...registers],
  })
  const limited = new Counter({
    name: 'sluice_rate_limited_total',
    help: 'Requests refused for their rate',
    labelNames: ['route', 'tier'],
    registers: [...registers],
  })
  const decisions = new Counter({
    name: 'sluice_rate_limit_decisions_total',
    help: 'Rate limits checked, by what decided: the buckets all instances share, or those of this one',
    labelNames: ['by'],
    registers: [...registers],
  })
  const faults = new Counter({
    name: 'sluice_access_faults_total',
    help: 'Times the database of keys, the record of usage or the shared limits were out of reach',
    labelNames: ['part'],
    registers: [...registers],
  })
  // A rate or an increase counts from the first value there is.
  for (const part of ACCESS_PARTS) faults.inc({ part }, 0)
  const solving = new Histogram({
    name: 'sluice_router_solve_duration_seconds',
    help: 'Time to find a route, or that there is none',
    labelNames: ['chain', 'order_type', 'outcome'],
    buckets: SOLVE_BUCKETS,
    registers: [...registers],
  })
  const gap = new Histogram({
    name: 'sluice_router_optimality_gap_bps',
    help: 'How much better than the answer any route could have been, certified',
    labelNames: ['chain', 'order_type'],
    buckets: GAP_BUCKETS,
    registers: [...registers],
  })
  const legs = new Histogram({
    name: 'sluice_router_route_legs',
    help: 'Pools a route trades in',
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
        help: 'Prices or quotes of a chain that wait for their turn',
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

/** The default metrics have what the heap uses, and not at what it ends the process. */
function describeHeap(registry: Registry): void {
  new Gauge({
    name: 'sluice_heap_limit_bytes',
    help: 'Heap of the serving thread at which Node ends the process',
    registers: [registry],
    collect() {
      this.set(getHeapStatistics().heap_size_limit)
    },
  })
}
