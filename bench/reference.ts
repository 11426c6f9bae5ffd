import type { Pool } from '../service/modules/core/pool.ts'
import type { PathQuery } from '../service/router/paths/find-path.ts'
import { findBestRoute, getNet } from '../service/router/search/find-best-route.ts'
import { PRICE_WORK } from '../service/router/search/solve.ts'
import { buildPools, createReferenceMarket, referenceSale } from './reference-market.ts'
import { type ReferenceResponse, startReferenceRouter } from './reference-router.ts'
import { quantile, type Row } from './table.ts'

const SEEDS = 4
const POOLS = [15, 30]
const SIZES_USD = [100, 3_000, 30_000, 300_000, 3_000_000, 30_000_000]
const REPEATS = 3
const OUR_REPEATS = 15
const BUDGET = { maxWork: PRICE_WORK, maxLegs: 96 }

interface Comparison {
  /** Advantage of our router after gas, in basis points of the other. */
  moreBps: number
  /** Difference between its estimate and the exact output of its route. */
  misquoteBps: number
  ms: number
  otherMs: number
  otherSearchMs: number
}

/**
 * Compares our router with Uniswap's smart-order-router on the same pools, offline: output after
 * gas, with each route computed to the wei by the same arithmetic, and time. The other router's
 * time is reported with and without pricing its paths, which are cached on the second call.
 */
export async function measureReference(): Promise<Row[]> {
  const router = startReferenceRouter()
  try {
    const rows: Row[] = []
    for (const pools of POOLS) {
      for (const usd of SIZES_USD)
        rows.push(toRow(`${pools} pools, $${usd.toLocaleString('en')}`, await compare(pools, usd)))
    }
    return rows
  } finally {
    router.stop()
  }

  async function compare(size: number, usd: number): Promise<Comparison[]> {
    const found: Comparison[] = []
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const market = createReferenceMarket({ seed, pools: size })
      const pools = buildPools(market)
      const sale = referenceSale(market, pools, usd)
      const answer = await router.getRoute({ market, amountIn: sale.amountIn.toString(), repeats: REPEATS })
      const best = findBestRoute(sale, BUDGET)
      const other = netOfPaths(sale, pools, answer)
      if (!best || !other) continue
      const net = getNet(sale, best.route)
      found.push({
        moreBps: bpsAbove(net, other.net),
        misquoteBps: bpsAbove(BigInt(answer.quote ?? 0), other.amountOut),
        ms: medianMs(() => findBestRoute(sale, BUDGET)),
        otherMs: quantile(answer.ms, 0.5),
        otherSearchMs: quantile(answer.searchMs, 0.5),
      })
    }
    return found
  }
}

function toRow(market: string, found: readonly Comparison[]): Row {
  const of = (pick: (one: Comparison) => number, share: number) => quantile(found.map(pick), share)
  const ms = of((one) => one.ms, 0.5)
  const otherMs = of((one) => one.otherMs, 0.5)
  const searchMs = of((one) => one.otherSearchMs, 0.5)
  return {
    market,
    trades: found.length,
    'more bps min': of(({ moreBps }) => moreBps, 0).toFixed(3),
    p50: of(({ moreBps }) => moreBps, 0.5).toFixed(3),
    max: of(({ moreBps }) => moreBps, 1).toFixed(3),
    'its estimate off bps': of(({ misquoteBps }) => Math.abs(misquoteBps), 1).toFixed(3),
    'ms p50': ms.toFixed(2),
    'its ms p50': otherMs.toFixed(0),
    'times faster': (otherMs / ms).toFixed(0),
    'its search ms': searchMs.toFixed(0),
    'times faster than its search': (searchMs / ms).toFixed(0),
  }
}

/** Computes the output of the other router's route with our arithmetic. Its paths share no pool. */
function netOfPaths(sale: PathQuery, pools: readonly Pool[], { paths }: ReferenceResponse) {
  let amountOut = 0n
  let gas = 0
  for (const path of paths ?? []) {
    let token = sale.tokenIn
    let amount = BigInt(path.amountIn)
    for (const index of path.pools) {
      const pool = pools[index]
      const swap = pool?.exactInput(pool.tokens[0] === token, amount)
      if (!pool || !swap) return undefined
      token = pool.tokens[0] === token ? pool.tokens[1] : pool.tokens[0]
      amount = swap.amountOut
      gas += swap.gas
    }
    amountOut += amount
  }
  return paths && { amountOut, net: amountOut - sale.gasCost(sale.tokenOut, gas) }
}

function medianMs(work: () => unknown): number {
  const times: number[] = []
  for (let i = 0; i < OUR_REPEATS; i += 1) {
    const started = performance.now()
    work()
    times.push(performance.now() - started)
  }
  return quantile(times, 0.5)
}

function bpsAbove(a: bigint, b: bigint): number {
  return (Number(a - b) / Math.abs(Number(b))) * 1e4
}
