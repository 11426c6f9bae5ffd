import type { LiquidityResponse } from '../../wire/liquidity.ts'
import type { ParsedPriceRequest } from '../../wire/price-request.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { RoutedChain } from '../chain/routed-chain.ts'
import type { RoutedSnapshot } from '../chain/snapshot/routed-snapshot.ts'
import { noSolution, unavailable } from '../lib/service-error.ts'
import { WRAPPED_NATIVE_MODULE } from '../modules/core/source-config.ts'
import { createMarkets, type Market } from './market/market.ts'
import { describeSolution } from './quote/describe-solution.ts'
import { createSupplyCheck } from './quote/exceeds-supply.ts'
import { createPoolExclusions } from './quote/pool-exclusions.ts'
import { quoteExecutable } from './quote/quote-executable.ts'
import { createOverrideView } from './quote/storage-slots.ts'
import { type SearchRequest, searchKey, toSearchRequest } from './request/search-request.ts'
import { checkNotPools, readTradeRequest, type TradeRequest } from './request/trade-request.ts'
import { runSearch } from './search/run-search.ts'
import { createSolutionCache } from './search/solution-cache.ts'
import { PRICE_WORK, QUOTE_WORK, type Solution } from './search/solve.ts'
import type { PreparedTrade, RouterEngine, SolveMeasure, Solver, Work, WorkResults } from './search/types.ts'
import { createSharedWork } from './shared-work.ts'

export interface RouterEngineDeps {
  chains: readonly RoutedChain[]
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: () => number
  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  elapsedMs?: () => number
  /** Runs the searches. Default: this thread. */
  solver?: Solver
  /** Called for each search, but not for cached results. */
  onSolved?: (measure: SolveMeasure) => void
}

/**
 * Creates the router for the given chains. `liquidity` and nearly every `price` use memory only,
 * and `quote` calls a node. Each search runs once per snapshot.
 */
export function createRouterEngine({
  chains,
  now = Date.now,
  elapsedMs = () => performance.now(),
  solver = solveInThread,
  onSolved,
}: RouterEngineDeps): RouterEngine {
  const getMarket = createMarkets()
  const solutions = createSolutionCache()
  const shareQuote = createSharedWork<QuoteResult>()
  const overrideView = createOverrideView()
  const exceedsSupply = createSupplyCheck()
  const exclusions = createPoolExclusions(elapsedMs)

  async function find(trade: TradeRequest, work: Work): Promise<Found> {
    const snapshot = trade.chain.snapshot()
    if (!snapshot || trade.chain.isStale()) throw unavailable()
    checkNotPools(trade, snapshot)
    const solution = await solveOn(snapshot, { trade, work })
    if (!solution || (await exceedsSupply(trade, solution))) throw noSolution()
    return { trade, snapshot, solution }
  }

  /** `without` lists pool directions to exclude in addition to the excluded ones. */
  function solveOn(
    snapshot: RoutedSnapshot,
    {
      trade,
      work,
      without = [],
    }: { trade: TradeRequest; work: 'price' | 'quote'; without?: readonly string[] },
  ): Promise<Solution | undefined> {
    const edges = [...new Set([...exclusions.of(trade), ...without])].sort()
    const searchRequest = toSearchRequest(trade, MAX_WORK[work], edges)
    return solutions.recall({ snapshot, key: searchKey(searchRequest) }, () =>
      search(searchRequest, getMarket(trade.chain, snapshot)),
    )
  }

  function quoteFound({ trade, snapshot, solution }: Found): Promise<QuoteResult> {
    const searchWithout = (without: readonly string[]) => solveOn(snapshot, { trade, work: 'quote', without })
    const deps = { now, elapsedMs, overrideView, exclusions, searchWithout }
    return quoteExecutable(trade, { solution, deps })
  }

  async function search(searchRequest: SearchRequest, market: Market): Promise<Solution | undefined> {
    const { solved, durationMs } = await solver(searchRequest, market)
    onSolved?.({
      chain: market.config.name,
      orderType: searchRequest.order.type,
      durationMs,
      optimalityGapBps: solved && Number(solved.optimalityGapBps),
      legs: solved?.route.steps.length ?? 0,
    })
    return solved && { ...solved, market }
  }

  async function price(trade: TradeRequest): Promise<PriceResult> {
    const { solution } = await find(trade, 'price')
    return describeSolution(trade, solution)
  }

  /** Equal requests share a quote. `request` contains the fields that must be equal. */
  async function quote(trade: TradeRequest, request: ParsedPriceRequest): Promise<QuoteResult> {
    const found = await find(trade, 'quote')
    const { snapshot } = found
    return shareQuote(`${snapshot.blockHash} ${JSON.stringify(request)}`, async () => {
      try {
        return await quoteFound(found)
      } catch (error) {
        // A reorg may have removed the block. Retries on a newer snapshot if there is one.
        if (trade.chain.snapshot() === snapshot) throw error
        return quoteFound(await find(trade, 'quote'))
      }
    })
  }

  const answers: Answers = { price, quote }

  async function prepare<W extends Work>(
    request: ParsedPriceRequest,
    work: W,
  ): Promise<PreparedTrade<WorkResults[W]>> {
    const trade = readTradeRequest(request, chains, work)
    await trade.chain.prepare(trade.poolInput, trade.poolOutput)
    return { chain: trade.chain.config.name, answer: () => answers[work](trade, request) }
  }

  return {
    prepare,
    price: async (request) => (await prepare(request, 'price')).answer(),
    quote: async (request) => (await prepare(request, 'quote')).answer(),
    liquidity: () => describeLiquidity(chains),
  }
}

const solveInThread: Solver = async (searchRequest, market) => runSearch(searchRequest, market)

const MAX_WORK = { price: PRICE_WORK, quote: QUOTE_WORK } as const

type Answers = {
  [W in Work]: (trade: TradeRequest, request: ParsedPriceRequest) => Promise<WorkResults[W]>
}

interface Found {
  trade: TradeRequest
  snapshot: RoutedSnapshot
  solution: Solution
}

/** Returns the modules with a healthy pool by chain. */
function describeLiquidity(chains: readonly RoutedChain[]): LiquidityResponse {
  return {
    chains: chains.map(({ config }) => ({ chainID: config.name, networkID: config.id })),
    liquidityModules: Object.fromEntries(
      chains.map((chain) => {
        const modules = [...(chain.snapshot()?.modules() ?? [])].flatMap(([module, { healthy }]) =>
          healthy > 0 ? [module] : [],
        )
        const wrapped = chain.snapshot() ? [WRAPPED_NATIVE_MODULE] : []
        return [chain.config.name, [...modules, ...wrapped].sort()]
      }),
    ),
  }
}
