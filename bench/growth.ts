import { tradedNetwork } from '../service/router/optimize/find-split.ts'
import { INPUT, OUTPUT } from '../service/router/optimize/network/network.ts'
import { SALE } from '../service/router/optimize/network/side.ts'
import { collectFlows, orderFlows } from '../service/router/optimize/plans/order-flows.ts'
import { solveDual } from '../service/router/optimize/prices/dual.ts'
import type { PathQuery } from '../service/router/paths/find-path.ts'
import { findBestRoute, getNet } from '../service/router/search/find-best-route.ts'
import { MAX_LEGS, PRICE_WORK } from '../service/router/search/solve.ts'
import { createRandomMarket } from '../service/router/testing/random-market.ts'
import { quantile, type Row } from './table.ts'

const TOKENS = [12, 20, 40]
const POOLS = [100, 250, 800]
const MARKETS = 12
const SIZES = [0.001, 0.03, 0.3, 1]
/** Gas of a leg as a share of a median pool: three dollars for a pool of 300,000. */
const GAS_SHARE = 1e-10
const BUDGET = { maxWork: PRICE_WORK, maxLegs: MAX_LEGS }
/** Budget of a search without a practical limit. */
const LONG_BUDGET = { ...BUDGET, maxWork: 30_000 }

interface Sample {
  ms: number
  gapBps: number
  /** Improvement by an unlimited search, and the gap that remains. */
  missedBps: number
  longGapBps: number
  goesInCircles: boolean
  isSingle: boolean
}

/**
 * Measures the time of a price as the market grows, including gas, and its gap to the bound within
 * the budget.
 */
export function measureGrowth(): Row[] {
  return TOKENS.flatMap((tokens) => POOLS.map((pools) => measure({ tokens, pools })))
}

function measure(shape: { tokens: number; pools: number }): Row {
  const samples: Sample[] = []
  for (let seed = 1; seed <= MARKETS; seed += 1) {
    const market = createRandomMarket({ seed, ...shape, gasShare: GAS_SHARE })
    // Warms up, because the curves of each snapshot are computed once.
    findBestRoute(market.sale(SIZES[0] ?? 1), BUDGET)
    for (const size of SIZES) {
      const sale = market.sale(size)
      const started = performance.now()
      const found = findBestRoute(sale, BUDGET)
      const ms = performance.now() - started
      if (!found) continue
      const net = Number(getNet(sale, found.route))
      const long = findBestRoute(sale, LONG_BUDGET) ?? found
      const longNet = Number(getNet(sale, long.route))
      const toBps = (missing: number) => (missing / Number(found.route.amountOut)) * 1e4
      samples.push({
        ms,
        gapBps: toBps(found.bound - net),
        missedBps: toBps(longNet - net),
        longGapBps: toBps(long.bound - longNet),
        goesInCircles: goesInCircles(sale),
        isSingle: found.route === found.singlePath,
      })
    }
  }
  const of = (pick: (sample: Sample) => number, share: number) => quantile(samples.map(pick), share)
  const percent = (is: (sample: Sample) => boolean) =>
    `${((100 * samples.filter(is).length) / samples.length).toFixed(0)} %`
  return {
    market: `${shape.tokens} tokens, ${shape.pools} pools`,
    trades: samples.length,
    'ms p50': of(({ ms }) => ms, 0.5).toFixed(2),
    'ms p99': of(({ ms }) => ms, 0.99).toFixed(2),
    'gap p50': of(({ gapBps }) => gapBps, 0.5).toFixed(3),
    p95: of(({ gapBps }) => gapBps, 0.95).toFixed(3),
    max: of(({ gapBps }) => gapBps, 1).toFixed(3),
    'missed p95': of(({ missedBps }) => missedBps, 0.95).toFixed(3),
    'missed max': of(({ missedBps }) => missedBps, 1).toFixed(3),
    'unlimited gap p95': of(({ longGapBps }) => longGapBps, 0.95).toFixed(3),
    'circles cut': percent(({ goesInCircles: is }) => is),
    'single path': percent(({ isSingle }) => isSingle),
  }
}

/** Checks whether the first solution has a cycle, which no route can execute. */
function goesInCircles(sale: PathQuery): boolean {
  const amount = Number(sale.amountIn)
  const network = tradedNetwork(sale, { side: SALE, amount: sale.amountIn })
  const tokens = network.tokens.length
  const prices = SALE.spotPrices(network.edges, tokens)
  const solution = solveDual({
    edges: network.edges,
    numeraire: OUTPUT,
    supply: { token: INPUT, amount },
    prices,
  })
  const kept = network.edges.map((_, e) => e)
  const scale = (solution.prices[INPUT] as number) * amount
  const flows = collectFlows(network, { kept, solution, scale })
  return orderFlows(flows, { tokens, side: SALE }).flows.length < flows.length
}
