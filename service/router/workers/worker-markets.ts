import type { ChainServiceConfig } from '../../config/types.ts'
import { createPoolDeserializer } from '../../modules/deserialize-pool.ts'
import type { Market } from '../market/market.ts'
import { createOuterTracker } from '../market/outer-pools.ts'
import type { Question } from '../request/question.ts'
import { answerQuestion } from '../search/answer-question.ts'
import { type MarketDelta, readDelta } from './market-delta.ts'
import { type SerializedAnswer, sendAnswer } from './serialize-answer.ts'

/** A question about one market, by its number, with what has to be known to know that market. */
export interface WorkerRequest {
  id: number
  chain: string
  market: number
  /** What makes the market that is meant; undefined when that is the last one told. */
  delta: MarketDelta | undefined
  question: Question
}

/** What a thread says once it can be asked. */
export const READY = 'ready'

export type WorkerReply =
  | { id: number; answer: SerializedAnswer }
  /** The market that is meant is not the one that is known. */
  | { id: number; isUnknown: true }
  | { id: number; error: string }

/** The markets of the chains as somebody else tells them, and the answers to be found there. */
export function createWorkerMarkets(
  chains: readonly ChainServiceConfig[],
): (ask: WorkerRequest) => WorkerReply {
  const revive = createPoolDeserializer()
  const known = new Map<string, { number: number; market: Market }>()
  const trackers = new Map(chains.map(({ name, baseTokens }) => [name, createOuterTracker(baseTokens)]))

  function getMarket({ chain, market: number, delta }: WorkerRequest): Market | undefined {
    const config = chains.find(({ name }) => name === chain)
    if (delta && config) {
      const market = readDelta(delta, {
        config,
        before: known.get(chain),
        revive,
        outerAt: trackers.get(chain),
      })
      if (market) known.set(chain, { number, market })
      else known.delete(chain)
    }
    const last = known.get(chain)
    return last?.number === number ? last.market : undefined
  }

  return (ask) => {
    const { id } = ask
    try {
      const market = getMarket(ask)
      if (!market) return { id, isUnknown: true }
      return { id, answer: sendAnswer(answerQuestion(ask.question, market), market.poolIndex) }
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
}
