import { createMarkets } from '../service/router/market/market.ts'
import { solve } from '../service/router/search/solve.ts'
import { type ActiveMarket, createActiveMarket } from '../service/router/testing/active-market.ts'
import { quantile, type Row } from './table.ts'

/**
 * Pools in memory and on the chain: a whole chain with dust, and the default selection of a larger
 * chain.
 */
const CHAINS = (process.env.ACTIVE ?? '1000,10000,10000/150000').split(',').map((text): Chain => {
  const [pools = 0, outOf = pools] = text.split('/').map(Number)
  return { pools, outOf }
})
const SEEDS = [1, 2, 3]
const WARM_UP_BLOCKS = 12
const BLOCKS = 60
const PRICES = 8

/**
 * Measures the search of a price in this thread, with a new block every few prices: between base
 * tokens, into the long tail and out of it. Reports milliseconds of processor time, which do not
 * depend on other load, over several markets of each size.
 */
export function measureActive(): Row[] {
  return [...CHAINS, ...CHAINS.slice(-1).map((last) => ({ ...last, isGasFree: true }))].map(measure)
}

interface Chain {
  pools: number
  outOf: number
  isGasFree?: boolean
}

interface Figures {
  /** Times of the first price after a block, and of the others. */
  first: number[]
  later: number[]
  blocks: number[]
  kinds: Record<string, number[]>
  gaps: number[]
  /**
   * Gaps of trades that lose less than a tenth when reversed. The service warns about the others.
   */
  usual: number[]
}

function measure({ pools, outOf, isGasFree = false }: Chain): Row {
  const figures: Figures = { first: [], later: [], blocks: [], kinds: {}, gaps: [], usual: [] }
  const ofEach: number[] = []
  for (const seed of SEEDS) {
    const known = figures.gaps.length
    measureMarket(createActiveMarket(pools, { outOf, seed, isGasFree }), figures)
    ofEach.push(quantile(figures.gaps.slice(known), 0.95))
  }
  const { first, later, blocks, kinds, gaps, usual } = figures
  const all = [...first, ...later]
  return {
    pools,
    'pools of the chain': outOf,
    gas: isGasFree ? 'free' : 'counted',
    prices: all.length,
    routes: gaps.length,
    'gap p50 bp': quantile(gaps, 0.5).toFixed(2),
    'p90 bp': quantile(gaps, 0.9).toFixed(2),
    'p95 bp': quantile(gaps, 0.95).toFixed(2),
    'p95 per market': ofEach.map((gap) => gap.toFixed(2)).join(' '),
    'lose < 10 %': usual.length,
    'their gap p50 bp': quantile(usual, 0.5).toFixed(2),
    'their p95 bp': quantile(usual, 0.95).toFixed(2),
    'their p99 bp': quantile(usual, 0.99).toFixed(2),
    'price p50 ms': quantile(all, 0.5).toFixed(2),
    'p99 ms': quantile(all, 0.99).toFixed(2),
    'first after block p50 ms': quantile(first, 0.5).toFixed(2),
    'block p50 ms': quantile(blocks, 0.5).toFixed(2),
    ...Object.fromEntries(Object.entries(kinds).map(([kind, ms]) => [kind, quantile(ms, 0.5).toFixed(2)])),
  }
}

function measureMarket({ chain, snapshot, mine, ask }: ActiveMarket, figures: Figures): void {
  const { first, later, blocks, kinds, gaps, usual } = figures
  const getMarket = createMarkets()
  for (let block = -WARM_UP_BLOCKS; block < BLOCKS; block += 1) {
    const advanced = timed(mine)
    for (let i = 0; i < PRICES; i += 1) {
      const { kind, searchRequest } = ask(block + i)
      const { ms, result } = timed(() => solve(searchRequest, getMarket(chain, snapshot())))
      if (block < 0) continue
      const times = i === 0 ? first : later
      times.push(ms)
      kinds[kind] ??= []
      kinds[kind].push(ms)
      if (!result) continue
      gaps.push(Number(result.optimalityGapBps))
      if (!result.surge.isExcessive) usual.push(Number(result.optimalityGapBps))
    }
    if (block >= 0) blocks.push(advanced.ms)
  }
}

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, result }
}
