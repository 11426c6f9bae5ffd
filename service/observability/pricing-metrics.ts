import { Counter, Gauge, type Registry } from 'prom-client'
import type { PricingEvents, PricingState } from '../router/workers/create-pricing-workers.ts'

/** Metrics of the pricing workers. */
export interface PricingMetrics {
  pricing: PricingEvents
  /** Registers `state`, read on each scrape. */
  watchPricing(state: () => PricingState): void
}

export function createPricingMetrics(registry: Registry): PricingMetrics {
  const registers = [registry]
  const solves = new Counter({
    name: 'sluice_pricing_solves_total',
    help: 'Searches for a route, by the thread that made them',
    labelNames: ['by'],
    registers,
  })
  const restarts = new Counter({
    name: 'sluice_pricing_worker_restarts_total',
    help: 'Threads that ended, and were replaced',
    registers,
  })
  return {
    pricing: { solved: (by) => solves.inc({ by }), ended: () => restarts.inc() },
    watchPricing(state) {
      const gauge = (name: string, help: string, value: (now: PricingState) => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(value(state()))
          },
        })
      gauge('sluice_pricing_workers', 'Threads that can be asked for a route', ({ workers }) => workers)
      gauge('sluice_pricing_workers_busy', 'Threads that are searching', ({ busy }) => busy)
      gauge('sluice_pricing_queue_length', 'Questions that wait for a thread', ({ waiting }) => waiting)
    },
  }
}
