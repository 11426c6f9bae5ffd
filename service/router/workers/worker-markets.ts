import type { ChainServiceConfig } from '../../config/types.ts'
import { createPoolDeserializer } from '../../modules/deserialize-pool.ts'
import type { Market } from '../market/market.ts'
import { createOuterTracker } from '../market/outer-pools.ts'
import type { SearchRequest } from '../request/search-request.ts'
import { runSearch } from '../search/run-search.ts'
import { applyDelta, type MarketDelta } from './market-delta.ts'
import { type SerializedResult, serializeResult } from './serialize-result.ts'

/** A search request on one market, named by id, with the delta that leads to that market. */
export interface WorkerRequest {
  id: number
  chain: string
  market: number
  /** Leads from the last sent market to this one. Undefined if they are the same. */
  delta: MarketDelta | undefined
  searchRequest: SearchRequest
}

/** The message of a worker that is ready. */
export const READY = 'ready'

export type WorkerReply =
  | { id: number; answer: SerializedResult }
  /** The worker does not have this market. */
  | { id: number; isUnknown: true }
  | { id: number; error: string }

/** Keeps one market per chain, updated by deltas, and solves requests on it. */
export function createWorkerMarkets(
  chains: readonly ChainServiceConfig[],
): (request: WorkerRequest) => WorkerReply {
  const deserialize = createPoolDeserializer()
  const known = new Map<string, { number: number; market: Market }>()
  const trackers = new Map(chains.map(({ name }) => [name, createOuterTracker()]))

  function getMarket({ chain, market: number, delta }: WorkerRequest): Market | undefined {
    const config = chains.find(({ name }) => name === chain)
    if (delta && config) {
      const market = applyDelta(delta, {
        config,
        before: known.get(chain),
        deserialize,
        outerAt: trackers.get(chain),
      })
      if (market) known.set(chain, { number, market })
      else known.delete(chain)
    }
    const last = known.get(chain)
    return last?.number === number ? last.market : undefined
  }

  return (request) => {
    const { id } = request
    try {
      const market = getMarket(request)
      if (!market) return { id, isUnknown: true }
      return { id, answer: serializeResult(runSearch(request.searchRequest, market), market.poolIndex) }
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
}
