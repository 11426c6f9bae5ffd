import { findBestPurchase, findBestRoute } from '../service/router/find-best-route.ts'
import { createRandomMarket } from '../service/router/testing/random-market.ts'
import { buyByGrid, sellByGrid } from './grid-router.ts'
import { quantile, type Row } from './table.ts'

const MARKETS = 40
const SHAPES = [
  { tokens: 8, pools: 30 },
  { tokens: 12, pools: 100 },
]
const SIZES = [0.001, 0.01, 0.1, 0.3, 1]
/** What a price may take. */
const BUDGET = { ms: 8, maxLegs: 96 }

interface Sample {
  gapBps: number
  ms: number
}

/**
 * How far sales stay below a certified bound of what any route could pay, and purchases above what any must cost, gas
 * left out: ours, the best single path, and a router that deals out the amount in twentieths. Sizes are shares of a median
 * pool's depth.
 */
export function measureOptimality(): Row[] {
  return SHAPES.flatMap((shape) => SIZES.map((size) => measure(shape, size)))
}

function measure(shape: { tokens: number; pools: number }, size: number): Row {
  const ours: Sample[] = []
  const single: Sample[] = []
  const grid: Sample[] = []
  const purchases: Sample[] = []
  const gridPurchases: Sample[] = []
  let worse = 0
  for (let seed = 1; seed <= MARKETS; seed += 1) {
    const sale = createRandomMarket({ seed, ...shape }).sale(size)
    const { result: found, ms } = timed(() => findBestRoute(sale, BUDGET))
    if (!found) continue
    const gapOf = (amount: bigint) => (found.bound / Number(amount) - 1) * 1e4
    const byGrid = timed(() => sellByGrid(sale))
    ours.push({ gapBps: gapOf(found.route.amountOut), ms })
    if (found.singlePath) single.push({ gapBps: gapOf(found.singlePath.amountOut), ms: 0 })
    if (byGrid.result) grid.push({ gapBps: gapOf(byGrid.result), ms: byGrid.ms })
    if (byGrid.result && byGrid.result > found.route.amountOut) worse += 1

    const { amountIn: _, ...query } = sale
    const wanted = { ...query, amountOut: found.route.amountOut }
    const purchase = timed(() => findBestPurchase(wanted, BUDGET))
    if (!purchase.result) continue
    const { route, bound } = purchase.result
    const excessOf = (amount: bigint) => (Number(amount) / bound - 1) * 1e4
    purchases.push({ gapBps: excessOf(route.amountIn), ms: purchase.ms })
    const asked = buyByGrid(wanted)
    if (asked) gridPurchases.push({ gapBps: excessOf(asked), ms: 0 })
    if (asked && asked < route.amountIn) worse += 1
  }
  return {
    market: `${shape.pools} pools, ${size * 100} %`,
    'sell gap p50': bps(ours, 0.5),
    p95: bps(ours, 0.95),
    max: bps(ours, 1),
    'ms p50': milliseconds(ours, 0.5),
    'ms p99': milliseconds(ours, 0.99),
    'single p50': bps(single, 0.5),
    'single p95': bps(single, 0.95),
    'grid p50': bps(grid, 0.5),
    'grid p95': bps(grid, 0.95),
    'grid ms p50': milliseconds(grid, 0.5),
    'worse than grid': worse,
    'buy gap p50': bps(purchases, 0.5),
    'buy p95': bps(purchases, 0.95),
    'buy max': bps(purchases, 1),
    'buy grid p50': bps(gridPurchases, 0.5),
    'buy ms p50': milliseconds(purchases, 0.5),
  }
}

function timed<Result>(work: () => Result): { result: Result; ms: number } {
  const started = performance.now()
  const result = work()
  return { result, ms: performance.now() - started }
}

function bps(samples: readonly Sample[], share: number): string {
  const gap = quantile(
    samples.map(({ gapBps }) => gapBps),
    share,
  )
  return gap.toFixed(3)
}

function milliseconds(samples: readonly Sample[], share: number): string {
  const ms = quantile(
    samples.map((sample) => sample.ms),
    share,
  )
  return ms.toFixed(2)
}
