import type { Worker } from 'node:worker_threads'
import type { Market } from '../market/market.ts'
import type { Question } from '../request/question.ts'
import type { SearchAnswer } from '../search/answer-question.ts'
import { type SentMarket, toDelta, toSentMarket } from './market-delta.ts'
import { deserializeAnswer } from './serialize-answer.ts'
import { READY, type WorkerReply, type WorkerRequest } from './worker-markets.ts'

/** A question with the callbacks for its answer. */
export interface Job {
  question: Question
  market: Market
  /** Number of workers that died while it was first in their queue. */
  ended: number
  resolve(answer: SearchAnswer): void
  reject(error: Error): void
}

export interface PricingWorker {
  isReady(): boolean
  /** Number of pending questions. */
  jobs(): number
  post(job: Job): void
  end(): Promise<unknown>
}

export interface PricingWorkerOptions {
  worker: Worker
  /** An id for each market. */
  getMarketId: (market: Market) => number
  /** The worker accepts questions. */
  onReady(): void
  /** A question was answered; the worker accepts another. */
  onAnswered(): void
  /** The worker does not have the market of this job. */
  onUnknown(job: Job): void
  /** The worker has exited. The unanswered jobs, the one in progress first. */
  onEnd(unanswered: Job[]): void
}

/** Longer than any search: the worker hangs. */
const STUCK_MS = 5_000

/** One worker that answers questions in order. A market is sent with the first question about it. */
export function createPricingWorker({ worker, getMarketId, ...on }: PricingWorkerOptions): PricingWorker {
  const pending = new Map<number, Job>()
  /** By chain: the market sent last. */
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
      // The next question sends the whole market.
      sent.delete(job.market.config.name)
      on.onUnknown(job)
      return
    }
    if ('error' in reply) job.reject(new Error(reply.error))
    else orReject(job, () => job.resolve(deserializeAnswer(reply.answer, job.market.poolIndex)))
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
  // Handled on `exit`; without a listener an error would be thrown here.
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
      const { market, question } = job
      const chain = market.config.name
      const before = sent.get(chain)
      const marketId = getMarketId(market)
      nextId += 1
      const request: WorkerRequest = {
        id: nextId,
        chain,
        market: marketId,
        delta: before?.number === marketId ? undefined : toDelta(market, before),
        question,
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

/** An error thrown in an event handler would end the process. */
function orReject({ reject }: Job, act: () => void): void {
  try {
    act()
  } catch (error) {
    reject(error instanceof Error ? error : new Error(String(error)))
  }
}
