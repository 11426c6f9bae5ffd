import type { Worker } from 'node:worker_threads'
import type { Market } from '../market/market.ts'
import type { SearchRequest } from '../request/search-request.ts'
import type { SearchResult } from '../search/run-search.ts'
import { type SentMarket, toDelta, toSentMarket } from './market-delta.ts'
import { deserializeResult } from './serialize-result.ts'
import { READY, type WorkerReply, type WorkerRequest } from './worker-markets.ts'

/** A search request with the callbacks for its result. */
export interface Job {
  searchRequest: SearchRequest
  market: Market
  /** The number of workers that crashed while this job was first in their queue. */
  ended: number
  resolve(answer: SearchResult): void
  reject(error: Error): void
}

export interface PricingWorker {
  isReady(): boolean
  /** The number of pending jobs. */
  jobs(): number
  post(job: Job): void
  end(): Promise<unknown>
}

export interface PricingWorkerOptions {
  worker: Worker
  /** Returns an id for each market. */
  getMarketId: (market: Market) => number
  /** Called when the worker is ready for jobs. */
  onReady(): void
  /** Called after a result, when the worker can take another job. */
  onAnswered(): void
  /** Called if the worker does not have the job's market. */
  onUnknown(job: Job): void
  /**
   * Called after the exit of the worker, with its unfinished jobs. The first one was in progress.
   */
  onEnd(unanswered: Job[]): void
}

/** A search that takes this long is stuck. */
const STUCK_MS = 5_000

/**
 * Creates one worker that solves requests in order. A market is sent with the first request for it.
 */
export function createPricingWorker({ worker, getMarketId, ...on }: PricingWorkerOptions): PricingWorker {
  const pending = new Map<number, Job>()
  /** The last sent market by chain. */
  const sent = new Map<string, SentMarket>()
  let nextId = 0
  let isReady = false
  let watch: ReturnType<typeof setTimeout> | undefined

  function answered({ id, ...reply }: WorkerReply): void {
    const job = pending.get(id)
    if (!job) return
    pending.delete(id)
    watchAgain()
    if ('isUnknown' in reply) {
      // The next job sends the whole market.
      sent.delete(job.market.config.name)
      on.onUnknown(job)
      return
    }
    if ('error' in reply) job.reject(new Error(reply.error))
    else orReject(job, () => job.resolve(deserializeResult(reply.answer, job.market.poolIndex)))
    on.onAnswered()
  }

  function watchAgain(): void {
    clearTimeout(watch)
    watch = pending.size > 0 ? setTimeout(() => worker.terminate(), STUCK_MS) : undefined
  }

  worker.unref()
  worker.on('message', (message: WorkerReply | typeof READY) => {
    if (message !== READY) return answered(message)
    isReady = true
    on.onReady()
  })
  // An unhandled `error` event would throw. The `exit` handler does the work.
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    isReady = false
    clearTimeout(watch)
    on.onEnd([...pending.values()])
  })

  return {
    isReady: () => isReady,
    jobs: () => pending.size,
    post(job) {
      const { market, searchRequest } = job
      const chain = market.config.name
      const before = sent.get(chain)
      const marketId = getMarketId(market)
      nextId += 1
      const request: WorkerRequest = {
        id: nextId,
        chain,
        market: marketId,
        delta: before?.number === marketId ? undefined : toDelta(market, before),
        searchRequest,
      }
      orReject(job, () => {
        worker.postMessage(request)
        pending.set(request.id, job)
        sent.set(chain, toSentMarket(market, marketId))
        if (pending.size === 1) watchAgain()
      })
    },
    end: () => worker.terminate(),
  }
}

/** Rejects the job instead of throwing, because an error in an event handler ends the process. */
function orReject({ reject }: Job, act: () => void): void {
  try {
    act()
  } catch (error) {
    reject(error instanceof Error ? error : new Error(String(error)))
  }
}
