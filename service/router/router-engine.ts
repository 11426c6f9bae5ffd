import type {
  LiquidityResponse,
  ParsedPriceRequest,
  PriceResult,
  QuoteResult,
} from '../../src/wire/router.ts'
import type { RoutedChain, RoutedSnapshot } from '../chain/routed-chain.ts'
import { WRAPPED_NATIVE_MODULE } from '../modules/wrapped-native/wrapped-native-pool.ts'
import { unavailable } from '../service-error.ts'
import { describeSolution } from './describe-solution.ts'
import { checkNotPools } from './forbidden-accounts.ts'
import { createMarkets } from './market.ts'
import { questionKey } from './question-key.ts'
import { quoteSolution } from './quote-solution.ts'
import { createSharedWork } from './shared-work.ts'
import { createSolutionCache } from './solution-cache.ts'
import { PRICE_BUDGET_MS, QUOTE_BUDGET_MS, type Solution, solve } from './solve.ts'
import { readTradeRequest, type TradeRequest } from './trade-request.ts'
import type { RouterEngine, SolveMeasure } from './types.ts'

export interface RouterDeps {
  chains: readonly RoutedChain[]
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: () => number
  /** Told of each search, not of answers that are given again. */
  onSolved?: (measure: SolveMeasure) => void
}

/**
 * The router over the chains it is given. `price` and `liquidity` answer from memory; `quote` asks a node. The same
 * question on the same snapshot is worked out once.
 */
export function createRouterEngine({ chains, now = Date.now, onSolved }: RouterDeps): RouterEngine {
  const marketOf = createMarkets()
  const solutions = createSolutionCache()
  const shareQuote = createSharedWork<QuoteResult>()

  function solveRequest(request: ParsedPriceRequest, budgetMs: number): Answer {
    const trade = readTradeRequest(request, chains)
    const snapshot = trade.chain.snapshot()
    if (!snapshot || trade.chain.isStale()) throw unavailable()
    checkNotPools(trade, snapshot)
    const question = { snapshot, key: `${budgetMs} ${questionKey(request)}` }
    const solution = solutions.recall(question, () => measured(trade, snapshot, budgetMs))
    return { trade, solution }
  }

  function measured(trade: TradeRequest, snapshot: RoutedSnapshot, budgetMs: number): Solution {
    const started = performance.now()
    let solution: Solution | undefined
    try {
      solution = solve(trade, marketOf(trade.chain, snapshot), budgetMs)
      return solution
    } finally {
      onSolved?.({
        chain: trade.chain.config.name,
        orderType: trade.order.type,
        durationMs: performance.now() - started,
        optimalityGapBps: solution && Number(solution.optimalityGapBps),
        legs: solution?.route.steps.length ?? 0,
      })
    }
  }

  async function quote(request: ParsedPriceRequest): Promise<QuoteResult> {
    const { trade, solution } = solveRequest(request, QUOTE_BUDGET_MS)
    const { snapshot } = solution.market
    return shareQuote(`${snapshot.blockHash} ${JSON.stringify(request)}`, async () => {
      try {
        return await quoteSolution(trade, solution, now())
      } catch (error) {
        // The block it stood on may be gone; a newer one deserves a try of its own.
        if (trade.chain.snapshot() === snapshot) throw error
        const again = solveRequest(request, QUOTE_BUDGET_MS)
        return quoteSolution(again.trade, again.solution, now())
      }
    })
  }

  return {
    async price(request): Promise<PriceResult> {
      const { trade, solution } = solveRequest(request, PRICE_BUDGET_MS)
      return describeSolution(trade, solution)
    },
    quote,
    liquidity: () => describeLiquidity(chains),
  }
}

interface Answer {
  trade: TradeRequest
  solution: Solution
}

/** Modules with a pool that can trade, by chain. */
function describeLiquidity(chains: readonly RoutedChain[]): LiquidityResponse {
  return {
    chains: chains.map(({ config }) => ({ chainID: config.name, networkID: config.id })),
    liquidityModules: Object.fromEntries(
      chains.map((chain) => {
        const pools = chain.snapshot()?.pools() ?? []
        const modules = new Set(pools.filter((pool) => pool.isHealthy).map((pool) => pool.module))
        const wrapped = chain.snapshot() ? [WRAPPED_NATIVE_MODULE] : []
        return [chain.config.name, [...modules, ...wrapped].sort()]
      }),
    ),
  }
}
