import { amount0Between, amount1Between } from '../uniswap-v3/sqrt-price-math.ts'
import { MAX_TICK, MIN_TICK, sqrtPriceAtTick } from '../uniswap-v3/tick-math.ts'
import { getWord, getWordTicks, WORD_BITS } from '../uniswap-v3/tick-words.ts'
import {
  decodeHead,
  decodeTick,
  getBitmapSlot,
  getTickSlot,
  loadHeads,
  loadSlots,
  type Storage,
  type StoredPool,
} from './load-state.ts'

/** Amounts of both tokens. */
export type Holdings = readonly [bigint, bigint]

/** Pools read per batch. */
const PART = 1_000
/** Initialized ticks followed on each side of the price. */
const MAX_TICKS = 4
const NOTHING: Holdings = [0n, 0n]

/**
 * Returns lower bounds of what pools hold near their prices: up to the first few initialized ticks,
 * or one bitmap word beyond the price. The liquidity at the price alone could consist of one token
 * and still imply much of the other.
 */
export async function loadHoldings(pools: readonly StoredPool[], storage: Storage): Promise<Holdings[]> {
  const holdings: Holdings[] = []
  for (let start = 0; start < pools.length; start += PART) {
    holdings.push(...(await loadPart(pools.slice(start, start + PART), storage)))
  }
  return holdings
}

async function loadPart(pools: readonly StoredPool[], storage: Storage): Promise<Holdings[]> {
  const heads = await loadHeads(pools, storage)
  const made = pools.flatMap(({ tickSpacing }, pool) => {
    const stored = heads[pool]
    if (!stored || stored.head === 0n || stored.liquidity === 0n) return []
    const { sqrtPrice, tick } = decodeHead(stored.head)
    const word = getWord(tick, tickSpacing)
    return [{ pool, ...stored, tickSpacing, sqrtPrice, tick, words: [word - 1, word, word + 1] }]
  })
  const bitmaps = await loadSlots(
    made.flatMap(({ poolSlot, words }) => words.map((word) => getBitmapSlot(poolSlot, word))),
    storage,
  )
  const ranges = made.map(({ words, tick, tickSpacing, ...one }, i) => {
    const found = words.flatMap((word, k) =>
      getWordTicks(bitmaps[i * words.length + k] ?? 0n, word, tickSpacing),
    )
    const [first = 0, , last = 0] = words
    return {
      ...one,
      below: found
        .filter((index) => index <= tick)
        .slice(-MAX_TICKS)
        .toReversed(),
      above: found.filter((index) => index > tick).slice(0, MAX_TICKS),
      bottom: Math.max((first << WORD_BITS) * tickSpacing, MIN_TICK),
      top: Math.min(((last + 1) << WORD_BITS) * tickSpacing, MAX_TICK),
    }
  })
  const ticks = ranges.flatMap(({ poolSlot, below, above }) =>
    [...below, ...above].map((index) => getTickSlot(poolSlot, index)),
  )
  const stored = (await loadSlots(ticks, storage)).map((word) => decodeTick(word).net)

  const holdings = pools.map(() => NOTHING)
  let next = 0
  for (const { pool, sqrtPrice, liquidity, below, above, bottom, top } of ranges) {
    const take = (indexes: readonly number[]) =>
      indexes.map((index) => ({ index, net: stored[next++] ?? 0n }))
    const market = { sqrtPrice, liquidity }
    const amount1 = sumRanges(market, { ticks: take(below), end: bottom, isUp: false })
    holdings[pool] = [sumRanges(market, { ticks: take(above), end: top, isUp: true }), amount1]
  }
  return holdings
}

/** Sums the amounts from the price to the last tick, or to the end if there are fewer ticks. */
function sumRanges(
  market: { sqrtPrice: bigint; liquidity: bigint },
  { ticks, end, isUp }: { ticks: readonly { index: number; net: bigint }[]; end: number; isUp: boolean },
): bigint {
  let [{ sqrtPrice: price, liquidity }, sum] = [market, 0n]
  for (const { index, net } of ticks.length < MAX_TICKS ? [...ticks, { index: end, net: 0n }] : ticks) {
    const to = sqrtPriceAtTick(index)
    if (liquidity > 0n && to !== price) {
      sum += isUp ? amount0Between(price, to, liquidity, false) : amount1Between(to, price, liquidity, false)
    }
    liquidity += isUp ? net : -net
    price = to
  }
  return sum
}
