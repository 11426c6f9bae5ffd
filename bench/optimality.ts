import { findBestPurchase, findBestRoute, getCost, getNet } from '../service/router/search/find-best-route.ts'
import { MAX_LEGS, PRICE_WORK } from '../service/router/search/solve.ts'
import { buyByGrid, sellByGrid } from '../service/router/testing/grid-router.ts'
import { createRandomMarket } from '../service/router/testing/random-market.ts'
import { quantile, type Row } from './table.ts'

const MARKETS = 40
const SHAPES: readonly Shape[] = [
  { tokens: 8, pools: 30 },
  { tokens: 12, pools: 100 },
  { tokens: 12, pools: 100, mixedTokens: 2 },
  // The bound treats each pair of a contract as a separate pool, so that it is far above any route.
  { tokens: 12, pools: 100, mixedTokens: 4 },
]
const SIZES = [0.001, 0.01, 0.1, 0.3, 1]
/** Gas of a leg as a share of a median pool: three dollars for a pool of 300,000. */
const GAS_SHARE = 1e-10
const BUDGET = { maxWork: PRICE_WORK, maxLegs: MAX_LEGS }

/** Gaps in basis points of the output, by router. */
interface Samples {
  ours: number[]
  single: number[]
  grid: number[]
  purchases: number[]
  gridPurchases: number[]
  /** Number of trades in which our router was worse. */
  worseThanSingle: number
  worseThanGrid: number
  ms: { ours: number[]; grid: number[]; purchases: number[] }
}

/**
 * Measures the distance of sales and purchases, after gas, from a certified bound for any route:
 * our router, the best single path, and a router that splits the amount on a 5 % grid. With and
 * without gas. Sizes are shares of a median pool's depth.
 */
export function measureOptimality(): Row[] {
  return [0, GAS_SHARE].flatMap((gasShare) =>
    SHAPES.flatMap((shape) => SIZES.map((size) => toRow({ ...shape, gasShare }, size))),
  )
}

interface Shape {
  tokens: number
  pools: number
  mixedTokens?: number
  gasShare?: number
}

function toRow(shape: Shape, size: number): Row {
  const samples = sample(shape, size)
  return {
    market: [`${shape.pools} pools`, kinds(shape), `${size * 100} %`, shape.gasShare ? 'gas' : '']
      .filter(Boolean)
      .join(', '),
    'sell gap p50': bps(samples.ours, 0.5),
    p95: bps(samples.ours, 0.95),
    max: bps(samples.ours, 1),
    'ms p50': milliseconds(samples.ms.ours, 0.5),
    'ms p99': milliseconds(samples.ms.ours, 0.99),
    'single p50': bps(samples.single, 0.5),
    'single p95': bps(samples.single, 0.95),
    'grid p50': bps(samples.grid, 0.5),
    'grid p95': bps(samples.grid, 0.95),
    'grid ms p50': milliseconds(samples.ms.grid, 0.5),
    'worse than single': samples.worseThanSingle,
    'worse than grid': samples.worseThanGrid,
    'buy gap p50': bps(samples.purchases, 0.5),
    'buy p95': bps(samples.purchases, 0.95),
    'buy max': bps(samples.purchases, 1),
    'buy grid p50': bps(samples.gridPurchases, 0.5),
    'buy ms p50': milliseconds(samples.ms.purchases, 0.5),
  }
}

function kinds({ mixedTokens = 0 }: Shape): string {
  if (mixedTokens === 0) return ''
  return mixedTokens === 2 ? 'all kinds' : `all kinds of up to ${mixedTokens} tokens`
}

function sample(shape: Shape, size: number): Samples {
  const samples: Samples = {
    ours: [],
    single: [],
    grid: [],
    purchases: [],
    gridPurchases: [],
    worseThanSingle: 0,
    worseThanGrid: 0,
    ms: { ours: [], grid: [], purchases: [] },
  }
  for (let seed = 1; seed <= MARKETS; seed += 1) {
    const sale = createRandomMarket({ seed, ...shape }).sale(size)
    const { result: found, ms } = timed(() => findBestRoute(sale, BUDGET))
    if (!found) continue
    const { route, singlePath, bound } = found
    const net = getNet(sale, route)
    const getGap = (paid: bigint) => ((bound - Number(paid)) / Number(route.amountOut)) * 1e4
    samples.ours.push(getGap(net))
    samples.ms.ours.push(ms)
    if (singlePath) {
      const paid = getNet(sale, singlePath)
      samples.single.push(getGap(paid))
      if (paid > net) samples.worseThanSingle += 1
    }
    const grid = timed(() => sellByGrid(sale))
    samples.ms.grid.push(grid.ms)
    if (grid.result !== undefined) {
      samples.grid.push(getGap(grid.result))
      if (grid.result > net) samples.worseThanGrid += 1
    }

    const { amountIn: _, ...query } = sale
    const wanted = { ...query, amountOut: route.amountOut }
    const purchase = timed(() => findBestPurchase(wanted, BUDGET))
    if (!purchase.result) continue
    const bought = purchase.result
    const getExcess = (cost: bigint) => ((Number(cost) - bought.bound) / Number(bought.route.amountIn)) * 1e4
    const cost = getCost(wanted, bought.route)
    samples.purchases.push(getExcess(cost))
    samples.ms.purchases.push(purchase.ms)
    const gridCost = buyByGrid(wanted)
    if (gridCost === undefined) continue
    samples.gridPurchases.push(getExcess(gridCost))
    if (gridCost < cost) samples.worseThanGrid += 1
  }
  return samples
}

function timed<Result>(work: () => Result): { result: Result; ms: number } {
  const started = performance.now()
  const result = work()
  return { result, ms: performance.now() - started }
}

function bps(gaps: readonly number[], share: number): string {
  return quantile(gaps, share).toFixed(3)
}

function milliseconds(times: readonly number[], share: number): string {
  return quantile(times, share).toFixed(2)
}
