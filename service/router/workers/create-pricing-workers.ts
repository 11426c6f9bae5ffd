import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { ChainServiceConfig } from '../../config/types.ts'
import { unavailable } from '../../lib/service-error.ts'
import { startThread } from '../../lib/start-worker.ts'
import type { Market } from '../market/market.ts'
import { isWrap, type Question } from '../request/question.ts'
import { answerQuestion, type SearchAnswer } from '../search/answer-question.ts'
import type { Solver } from '../search/types.ts'
import { createPricingThread, type Job, type PricingThread } from './pricing-worker.ts'

/** What happens with the threads, for whoever counts. */
export interface PricingEvents {
  solved(by: 'main' | 'worker'): void
  /** A thread has ended that nobody had told to. */
  ended(): void
}

export interface PricingState {
  workers: number
  busy: number
  /** Questions that no thread has yet. */
  waiting: number
}

export interface PricingThreads {
  solver: Solver
  state(): PricingState
  close(): Promise<void>
}

export interface PricingOptions {
  /** 0: this thread answers everything itself. */
  count: number
  chains: readonly ChainServiceConfig[]
  events?: PricingEvents
  /** Default: `pricing-worker.ts`. */
  start?: (chains: readonly ChainServiceConfig[]) => Worker
}

/** The next question is already there when a thread has answered one. */
const JOBS_A_THREAD = 2
const MAX_WAITING = 256
const MAX_HEAP_MB = 512
const FIRST_RESTART_MS = 100
const LAST_RESTART_MS = 30_000

/**
 * Threads that search, while this one goes on serving. Each keeps the markets by what changes from one to the next.
 * While none is there, this one answers itself; a question over which two threads have ended is answered 503.
 */
export function createPricingWorkers({
  count,
  chains,
  events = { solved() {}, ended() {} },
  start = startPricingWorker,
}: PricingOptions): PricingThreads {
  const threads = new Set<PricingThread>()
  const waiting: Job[] = []
  const getNumber = createNumbers()
  const restarts = new Set<ReturnType<typeof setTimeout>>()
  let restartInMs = FIRST_RESTART_MS
  let isClosed = false

  function begin(): void {
    const thread = createPricingThread({
      worker: start(chains),
      getNumber,
      onReady: dispatch,
      onAnswered() {
        restartInMs = FIRST_RESTART_MS
        events.solved('worker')
        dispatch()
      },
      onUnknown(job) {
        answerHere(job)
        dispatch()
      },
      onEnd(unanswered) {
        threads.delete(thread)
        for (const [i, job] of unanswered.entries()) if (i === 0) job.ended += 1
        waiting.unshift(...unanswered)
        if (isClosed) return refuseAll()
        events.ended()
        restartLater()
        dispatch()
      },
    })
    threads.add(thread)
  }

  function restartLater(): void {
    const timer = setTimeout(() => {
      restarts.delete(timer)
      begin()
    }, restartInMs)
    timer.unref()
    restarts.add(timer)
    restartInMs = Math.min(restartInMs * 2, LAST_RESTART_MS)
  }

  /** Gives out what waits; without a thread this one does it, in turns with everything else. */
  function dispatch(): void {
    const ready = [...threads].filter((thread) => thread.isReady())
    if (ready.length === 0) {
      answerWaiting()
      return
    }
    while (waiting.length > 0) {
      const [thread] = ready.sort((a, b) => a.jobs() - b.jobs())
      if (!thread || thread.jobs() >= JOBS_A_THREAD) return
      const job = waiting.shift()
      if (job && job.ended > 1) job.reject(unavailable())
      else if (job) thread.ask(job)
    }
  }

  async function answerWaiting(): Promise<void> {
    while (waiting.length > 0 && ![...threads].some((thread) => thread.isReady())) {
      const job = waiting.shift()
      // What may have ended a thread must not end this one.
      if (job && job.ended > 0) job.reject(unavailable())
      else if (job) answerHere(job)
      await nextTurn()
    }
  }

  function answerHere({ question, market, resolve, reject }: Job): void {
    try {
      resolve(answerQuestion(question, market))
      events.solved('main')
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function refuseAll(): void {
    for (const { reject } of waiting.splice(0)) reject(unavailable())
  }

  function askThread(question: Question, market: Market): Promise<SearchAnswer> {
    return new Promise((resolve, reject) => {
      waiting.push({ question, market, ended: 0, resolve, reject })
      dispatch()
    })
  }

  for (let i = 0; i < count; i += 1) begin()
  return {
    async solver(question, market) {
      if (isClosed) throw unavailable()
      if (isWrap(question) || ![...threads].some((thread) => thread.isReady())) {
        events.solved('main')
        return answerQuestion(question, market)
      }
      if (waiting.length >= MAX_WAITING) throw unavailable(1)
      return askThread(question, market)
    },
    state: () => ({
      workers: [...threads].filter((thread) => thread.isReady()).length,
      busy: [...threads].filter((thread) => thread.jobs() > 0).length,
      waiting: waiting.length,
    }),
    async close() {
      isClosed = true
      for (const timer of restarts) clearTimeout(timer)
      refuseAll()
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

function startPricingWorker(chains: readonly ChainServiceConfig[]): Worker {
  return startThread(new URL('./pricing-worker-entry.ts', import.meta.url), {
    workerData: { chains },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
}

/** Numbers markets in the order in which they are first asked about. */
function createNumbers(): (market: Market) => number {
  const numbers = new WeakMap<Market, number>()
  let next = 0
  return (market) => {
    const known = numbers.get(market)
    if (known !== undefined) return known
    next += 1
    numbers.set(market, next)
    return next
  }
}
