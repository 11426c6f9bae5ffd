import type {
  LiquidityResponse,
  ParsedPriceRequest,
  PriceResult,
  QuoteResult,
} from '../../src/wire/router.ts'
import type { RoutedChain } from '../chain/routed-chain.ts'
import { WRAPPED_NATIVE_MODULE } from '../modules/wrapped-native/wrapped-native-pool.ts'
import { unavailable } from '../service-error.ts'
import { describeSolution } from './describe-solution.ts'
import { checkNotPools } from './forbidden-accounts.ts'
import { createMarkets } from './market.ts'
import { quoteSolution } from './quote-solution.ts'
import { type Solution, solve } from './solve.ts'
import { readTradeRequest, type TradeRequest } from './trade-request.ts'
import type { RouterEngine } from './types.ts'

export interface RouterDeps {
  chains: readonly RoutedChain[]
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: () => number
}

/** The router over the chains it is given. `price` and `liquidity` answer from memory; `quote` asks a node. */
export function createRouterEngine({ chains, now = Date.now }: RouterDeps): RouterEngine {
  const marketOf = createMarkets()

  function solveRequest(request: ParsedPriceRequest): { trade: TradeRequest; solution: Solution } {
    const trade = readTradeRequest(request, chains)
    const snapshot = trade.chain.snapshot()
    if (!snapshot || trade.chain.isStale()) throw unavailable()
    checkNotPools(trade, snapshot)
    return { trade, solution: solve(trade, marketOf(trade.chain, snapshot)) }
  }

  return {
    async price(request): Promise<PriceResult> {
      const { trade, solution } = solveRequest(request)
      return describeSolution(trade, solution)
    },
    async quote(request): Promise<QuoteResult> {
      const { trade, solution } = solveRequest(request)
      try {
        return await quoteSolution(trade, solution, now())
      } catch (error) {
        // The block it stood on may be gone; a newer one deserves a try of its own.
        if (trade.chain.snapshot() === solution.market.snapshot) throw error
        const again = solveRequest(request)
        return quoteSolution(again.trade, again.solution, now())
      }
    },
    liquidity: () => describeLiquidity(chains),
  }
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
