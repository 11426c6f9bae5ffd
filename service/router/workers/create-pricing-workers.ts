import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { ChainServiceConfig } from '../../config/types.ts'
import { unavailable } from '../../lib/service-error.ts'
import type { Market } from '../market/market.ts'
import { isWrap, type SearchRequest } from '../request/search-request.ts'
import { runSearch, type SearchResult } from '../search/run-search.ts'
import type { Solver } from '../search/types.ts'
import { createPricingWorker, type Job, type PricingWorker } from './pricing-worker.ts'
import { startPricingWorker } from './start-pricing-worker.ts'

/** Events of the workers, for metrics. */
export interface PricingEvents {
  solved(by: 'main' | 'worker'): void
  /** A worker has exited unexpectedly. */
  ended(): void
}

export interface PricingState {
  workers: number
  busy: number
  /** The number of requests that no worker has received. */
  waiting: number
}

export interface PricingWorkers {
  solver: Solver
  state(): PricingState
  close(): Promise<void>
}

export interface PricingOptions {
  /** With 0, this thread solves every request. */
  count: number
  chains: readonly ChainServiceConfig[]
  events?: PricingEvents
  /** Default: `startPricingWorker`. */
  start?: (chains: readonly ChainServiceConfig[]) => Worker
}

/** A worker's next request is queued before the worker has finished the current one. */
const JOBS_PER_WORKER = 2
const MAX_WAITING = 256
const FIRST_RESTART_MS = 100
const LAST_RESTART_MS = 30_000

/**
 * Starts workers that search, so that this thread can serve requests. Each worker keeps the
 * markets, updated by deltas. Without a ready worker this thread searches. A request during which
 * two workers crashed is rejected with 503.
 */
export function createPricingWorkers({
  count,
  chains,
  events = { solved() {}, ended() {} },
  start = startPricingWorker,
}: PricingOptions): PricingWorkers {
  const workers = new Set<PricingWorker>()
  const waiting: Job[] = []
  const getMarketId = createMarketIds()
  const restarts = new Set<ReturnType<typeof setTimeout>>()
  let restartInMs = FIRST_RESTART_MS
  let isClosed = false

  function startOne(): void {
    const worker = createPricingWorker({
      worker: start(chains),
      getMarketId,
      onReady: dispatch,
      onAnswered() {
        restartInMs = FIRST_RESTART_MS
        events.solved('worker')
        dispatch()
      },
      onUnknown(job) {
        solveInThread(job, events)
        dispatch()
      },
      onEnd(unanswered) {
        workers.delete(worker)
        for (const [i, job] of unanswered.entries()) if (i === 0) job.ended += 1
        waiting.unshift(...unanswered)
        if (isClosed) return refuseAll()
        events.ended()
        restartLater()
        dispatch()
      },
    })
    workers.add(worker)
  }

  function restartLater(): void {
    const timer = setTimeout(() => {
      restarts.delete(timer)
      startOne()
    }, restartInMs)
    timer.unref()
    restarts.add(timer)
    restartInMs = Math.min(restartInMs * 2, LAST_RESTART_MS)
  }

  /**
   * Assigns waiting jobs to workers. Without a ready worker, this thread solves one per turn of the
   * event loop.
   */
  function dispatch(): void {
    const ready = [...workers].filter((worker) => worker.isReady())
    if (ready.length === 0) {
      answerWaiting()
      return
    }
    while (waiting.length > 0) {
      const [worker] = ready.sort((a, b) => a.jobs() - b.jobs())
      if (!worker || worker.jobs() >= JOBS_PER_WORKER) return
      const job = waiting.shift()
      if (job && job.ended > 1) job.reject(unavailable())
      else if (job) worker.post(job)
    }
  }

  async function answerWaiting(): Promise<void> {
    while (waiting.length > 0 && ![...workers].some((worker) => worker.isReady())) {
      const job = waiting.shift()
      // A job that may have crashed a worker must not run in this thread.
      if (job && job.ended > 0) job.reject(unavailable())
      else if (job) solveInThread(job, events)
      await nextTurn()
    }
  }

  function refuseAll(): void {
    for (const { reject } of waiting.splice(0)) reject(unavailable())
  }

  function enqueue(searchRequest: SearchRequest, market: Market): Promise<SearchResult> {
    return new Promise((resolve, reject) => {
      waiting.push({ searchRequest, market, ended: 0, resolve, reject })
      dispatch()
    })
  }

  for (let i = 0; i < count; i += 1) startOne()
  return {
    async solver(searchRequest, market) {
      if (isClosed) throw unavailable()
      if (isWrap(searchRequest) || ![...workers].some((worker) => worker.isReady())) {
        events.solved('main')
        return runSearch(searchRequest, market)
      }
      if (waiting.length >= MAX_WAITING) throw unavailable(1)
      return enqueue(searchRequest, market)
    },
    state: () => ({
      workers: [...workers].filter((worker) => worker.isReady()).length,
      busy: [...workers].filter((worker) => worker.jobs() > 0).length,
      waiting: waiting.length,
    }),
    async close() {
      isClosed = true
      for (const timer of restarts) clearTimeout(timer)
      refuseAll()
      await Promise.all([...workers].map((worker) => worker.end()))
    },
  }
}

function solveInThread({ searchRequest, market, resolve, reject }: Job, events: PricingEvents): void {
  try {
    resolve(runSearch(searchRequest, market))
    events.solved('main')
  } catch (error) {
    reject(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Numbers markets in the order of their first use. */
function createMarketIds(): (market: Market) => number {
  const ids = new WeakMap<Market, number>()
  let next = 0
  return (market) => {
    const known = ids.get(market)
    if (known !== undefined) return known
    next += 1
    ids.set(market, next)
    return next
  }
}
