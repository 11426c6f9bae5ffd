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
    help: 'Route searches by thread',
    labelNames: ['by'],
    registers,
  })
  const restarts = new Counter({
    name: 'sluice_pricing_worker_restarts_total',
    help: 'Failed pricing workers that were replaced',
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
      gauge('sluice_pricing_workers', 'Pricing workers that accept searches', ({ workers }) => workers)
      gauge('sluice_pricing_workers_busy', 'Pricing workers that are searching', ({ busy }) => busy)
      gauge('sluice_pricing_queue_length', 'Searches that wait for a worker', ({ waiting }) => waiting)
    },
  }
}
