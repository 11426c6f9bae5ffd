import type { Worker } from 'node:worker_threads'
import type { Market } from '../market/market.ts'
import type { Question } from '../request/question.ts'
import type { SearchAnswer } from '../search/answer-question.ts'
import { describeDelta, type ToldMarket, toldMarket } from './market-delta.ts'
import { receiveAnswer } from './serialize-answer.ts'
import { READY, type WorkerReply, type WorkerRequest } from './worker-markets.ts'

/** A question on its way to its answer. */
export interface Job {
  question: Question
  market: Market
  /** Threads that have ended while they worked at it. */
  ended: number
  resolve(answer: SearchAnswer): void
  reject(error: Error): void
}

export interface PricingThread {
  isReady(): boolean
  /** How many questions it has not answered yet. */
  jobs(): number
  ask(job: Job): void
  end(): Promise<unknown>
}

export interface ThreadOptions {
  worker: Worker
  /** Tells markets apart. */
  getNumber: (market: Market) => number
  /** It may be asked. */
  onReady(): void
  /** It has answered, and may be asked more. */
  onAnswered(): void
  /** It does not know the market. */
  onUnknown(job: Job): void
  /** It has ended: what it has not answered, beginning with what it was working at. */
  onEnd(unanswered: Job[]): void
}

/** No search takes so long: the thread will never answer. */
const STUCK_MS = 5_000

/** One thread that answers questions in turn, and is told a market with the first question about it. */
export function createPricingThread({ worker, getNumber, ...on }: ThreadOptions): PricingThread {
  const asked = new Map<number, Job>()
  /** By chain: the market told last. */
  const told = new Map<string, ToldMarket>()
  let nextId = 0
  let isReady = false
  let watch: ReturnType<typeof setTimeout> | undefined

  function answered({ id, ...reply }: WorkerReply): void {
    const job = asked.get(id)
    if (!job) return
    asked.delete(id)
    watchAgain()
    if ('isUnknown' in reply) {
      // Told from the beginning, it will know.
      told.delete(job.market.config.name)
      on.onUnknown(job)
      return
    }
    if ('error' in reply) job.reject(new Error(reply.error))
    else orReject(job, () => job.resolve(receiveAnswer(reply.answer, job.market.poolIndex)))
    on.onAnswered()
  }

  function watchAgain(): void {
    clearTimeout(watch)
    watch = asked.size > 0 ? setTimeout(() => worker.terminate(), STUCK_MS) : undefined
  }

  worker.unref()
  worker.on('message', (message: WorkerReply | typeof READY) => {
    if (message !== READY) return answered(message)
    isReady = true
    on.onReady()
  })
  // What kills it is told by its exit; without a listener it would be thrown here.
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    isReady = false
    clearTimeout(watch)
    on.onEnd([...asked.values()])
  })

  return {
    isReady: () => isReady,
    jobs: () => asked.size,
    ask(job) {
      const { market, question } = job
      const chain = market.config.name
      const before = told.get(chain)
      const number = getNumber(market)
      nextId += 1
      const ask: WorkerRequest = {
        id: nextId,
        chain,
        market: number,
        delta: before?.number === number ? undefined : describeDelta(market, before),
        question,
      }
      orReject(job, () => {
        worker.postMessage(ask)
        asked.set(ask.id, job)
        told.set(chain, toldMarket(market, number))
        if (asked.size === 1) watchAgain()
      })
    },
    end: () => worker.terminate(),
  }
}

/** Messages come by events: what is thrown there would end the process. */
function orReject({ reject }: Job, act: () => void): void {
  try {
    act()
  } catch (error) {
    reject(error instanceof Error ? error : new Error(String(error)))
  }
}
