import { createMarkets } from '../service/router/market/market.ts'
import { solve } from '../service/router/search/solve.ts'
import { createActiveMarket } from './active-market.ts'
import { quantile, type Row } from './table.ts'

const SIZES = (process.env.ACTIVE ?? '1000,10000').split(',').map(Number)
const WARM_UP_BLOCKS = 12
const BLOCKS = 60
const PRICES = 8

/**
 * The search of a price in this thread, all pools in memory and a new block every few prices: between base tokens, into the
 * long tail and out of it. In milliseconds of processor time, so that it does not depend on what else runs.
 */
export function measureActive(): Row[] {
  return SIZES.map(measure)
}

function measure(size: number): Row {
  const { chain, snapshot, mine, ask } = createActiveMarket(size)
  const getMarket = createMarkets()
  const [first, later, blocks]: [number[], number[], number[]] = [[], [], []]
  const kinds: Record<string, number[]> = {}
  const gaps: number[] = []
  /** Of trades of which nine tenths come back when sold at once: the service warns of the others. */
  const usual: number[] = []
  for (let block = -WARM_UP_BLOCKS; block < BLOCKS; block += 1) {
    const advanced = timed(mine)
    for (let i = 0; i < PRICES; i += 1) {
      const { kind, question } = ask(block + i)
      const { ms, result } = timed(() => solve(question, getMarket(chain, snapshot())))
      if (block < 0) continue
      const times = i === 0 ? first : later
      times.push(ms)
      kinds[kind] = [...(kinds[kind] ?? []), ms]
      if (!result) continue
      gaps.push(Number(result.optimalityGapBps))
      if (!result.surge.isExcessive) usual.push(Number(result.optimalityGapBps))
    }
    if (block >= 0) blocks.push(advanced.ms)
  }
  const all = [...first, ...later]
  return {
    pools: size,
    prices: all.length,
    routes: gaps.length,
    'gap p50 bp': quantile(gaps, 0.5).toFixed(2),
    'p90 bp': quantile(gaps, 0.9).toFixed(2),
    'p95 bp': quantile(gaps, 0.95).toFixed(2),
    'lose < 10 %': usual.length,
    'their gap p50 bp': quantile(usual, 0.5).toFixed(2),
    'their p95 bp': quantile(usual, 0.95).toFixed(2),
    'their p99 bp': quantile(usual, 0.99).toFixed(2),
    'price p50 ms': quantile(all, 0.5).toFixed(2),
    'p99 ms': quantile(all, 0.99).toFixed(2),
    'first after a block p50 ms': quantile(first, 0.5).toFixed(2),
    'block p50 ms': quantile(blocks, 0.5).toFixed(2),
    ...Object.fromEntries(Object.entries(kinds).map(([kind, ms]) => [kind, quantile(ms, 0.5).toFixed(2)])),
  }
}

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, result }
}
