import { concat, type Hex, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Pool, PoolLog } from '../core/pool.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { createSqrtPrices, sqrtPriceAtTick } from './tick-math.ts'
import { keepNearest, MAX_TICKS, NEAR_TICKS, SIDE_TICKS, type Tick } from './ticks.ts'
import { burnTopic, createV3Pool, mintTopic, swapTopic } from './v3-pool.ts'
import type { V3State } from './v3-swap.ts'

const sqrtPriceAt = createSqrtPrices()
const E18 = 10n ** 18n
const words = (...values: (bigint | number)[]): Hex =>
  concat(values.map((value) => numberToHex(BigInt.asUintN(256, BigInt(value)), { size: 32 })))

/** Ticks of `count` consecutive positions with different liquidity, and of one large position. */
function makeTicks(from: number, count: number): Tick[] {
  const liquidity = (i: number) => (i < 0 || i >= count ? 0n : E18 + BigInt(i % 7) * 10n ** 17n)
  const dust = Array.from({ length: count + 1 }, (_, i): Tick => {
    const [before, after] = [liquidity(i - 1), liquidity(i)]
    return { index: from + i, gross: before + after, net: after - before }
  })
  const whole = { gross: 10n ** 24n, net: 10n ** 24n }
  return [{ index: -500_000, ...whole }, ...dust, { index: 500_000, ...whole, net: -whole.net }]
}

/** `kept` defaults to the nearest ticks. */
function createPool(ticks: readonly Tick[], tick: number, kept = keepNearest(ticks, tick)): Pool {
  const liquidity = ticks.reduce((sum, { index, net }) => (index <= tick ? sum + net : sum), 0n)
  return createV3Pool(
    { module: 'v3', origin: { name: 'V3', kind: 'dex' }, step: { kind: 1, source: 2 }, sqrtPriceAt },
    { address: sampleAddress(0x92), tokens: [sampleAddress(1), sampleAddress(2)], fee: 100, tickSpacing: 1 },
    { sqrtPrice: sqrtPriceAtTick(tick) + 12_345n, tick, liquidity, ticks: kept },
  )
}

const stateOf = (pool: Pool) => pool.record().args[2] as V3State

const log = (topics: Hex[], data: Hex): PoolLog => ({ address: sampleAddress(0x92), topics, data })
const mint = (lower: number, upper: number, amount = 1n) =>
  log([mintTopic, words(1), words(lower), words(upper)], words(1, amount, 0, 0))
const burn = (lower: number, upper: number, amount = 1n) =>
  log([burnTopic, words(1), words(lower), words(upper)], words(amount, 0, 0))
const move = (tick: number, liquidity = 10n ** 24n) =>
  log([swapTopic, words(1), words(2)], words(0, 0, sqrtPriceAtTick(tick) + 1n, liquidity, tick))

/** Trades in both directions. */
const trade = (pool: Pool, amount: bigint) =>
  [true, false].flatMap((zeroForOne) => {
    const swaps = [pool.exactInput(zeroForOne, amount), pool.exactOutput(zeroForOne, amount)]
    return swaps.map((swap) => swap && [swap.amountIn, swap.amountOut, swap.gas])
  })

describe('pool with too many ticks', () => {
  it('continues to trade when someone mints far from its price, and is reloaded when that is burned', () => {
    const whole = createPool(makeTicks(-10, 20), 0)
    const dust = Array.from({ length: 8_300 }, (_, i) => [100_000 + 2 * i, 100_001 + 2 * i] as const)
    let pool = whole
    for (const [lower, upper] of dust) pool = pool.advance(mint(lower, upper))
    expect([pool.isHealthy, pool.isOutdated]).toEqual([true, false])
    for (const amount of [E18, 10n ** 22n]) {
      expect(trade(pool, amount)).toEqual(trade(whole, amount))
      expect(trade(pool, amount)).not.toContain(undefined)
    }
    // Trades up to the end of the kept ticks and no farther.
    const end = sqrtPriceAt(100_000 + SIDE_TICKS - 20)
    const most = (10n ** 24n * (end - (1n << 96n))) >> 96n
    expect(pool.exactInput(false, (most * 98n) / 100n)).toBeDefined()
    expect(pool.exactInput(false, (most * 102n) / 100n)).toBeUndefined()
    expect(whole.exactInput(false, (most * 102n) / 100n)).toBeDefined()
    expect(pool.curve(false)?.starts.at(-1)).toBeLessThan(1.01 * (Number(end) / 2 ** 96))

    for (const [lower, upper] of dust) pool = pool.advance(burn(lower, upper))
    expect(pool.isOutdated).toBe(true)
    expect(trade(pool, E18)).toEqual(trade(whole, E18))
  })

  it('quotes to the wei as with all ticks, or not at all', () => {
    for (const tick of [0, 4_999, -7_123]) {
      const ticks = makeTicks(-20_000, 40_000)
      const [pool, reference] = [createPool(ticks, tick), createPool(ticks, tick, ticks)]
      expect(pool.envelope?.()).toEqual(reference.envelope?.())
      let refused = 0
      for (const amount of [1n, E18, 10n ** 22n, 10n ** 23n, 3n * 10n ** 23n, 6n * 10n ** 23n]) {
        const [ours, theirs] = [trade(pool, amount), trade(reference, amount)]
        for (const [i, swap] of ours.entries()) {
          if (swap) expect(swap).toEqual(theirs[i])
          else refused += 1
        }
      }
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThan(12)
    }
  })

  it('follows positions within its kept ticks and ignores those beyond', () => {
    const pool = createPool(makeTicks(-20_000, 40_000), 0)
    const before = stateOf(pool)
    const [lower, upper] = [before.ticks[0]!, before.ticks.at(-1)!]
    expect([lower.isEnd, upper.isEnd, before.ticks.length]).toEqual([true, true, MAX_TICKS])
    const grown = pool.advance(mint(-30_000, 30_000, E18)).advance(mint(-100, upper.index, E18))
    const { ticks, liquidity } = stateOf(grown)
    expect(liquidity).toBe(before.liquidity + 2n * E18)
    expect(ticks).toHaveLength(MAX_TICKS)
    expect(ticks[0]).toEqual(lower)
    expect(ticks.at(-1)).toEqual({ ...upper, gross: upper.gross + E18, net: upper.net - E18 })
    // An end without liquidity stays an end.
    const [bare] = stateOf(pool.advance(burn(lower.index, upper.index, lower.gross))).ticks
    expect(bare).toEqual({ ...lower, gross: 0n, net: lower.net - lower.gross })
  })

  it('is reloaded once when its price nears the end of its kept ticks, and does not trade beyond', () => {
    const ticks = makeTicks(-20_000, 40_000)
    const pool = createPool(ticks, 0)
    const near = SIDE_TICKS - NEAR_TICKS
    for (const sign of [1, -1]) {
      expect(pool.advance(move(sign * (near - 2))).isOutdated).toBe(false)
      const moved = pool.advance(move(sign * (near + 2)))
      expect([moved.isOutdated, moved.isHealthy]).toEqual([true, true])
      const beyond = pool.advance(move(sign * (SIDE_TICKS + 2)))
      expect([beyond.isOutdated, beyond.isHealthy]).toEqual([true, false])
      expect(beyond.exactInput(true, E18) ?? beyond.exactInput(false, E18)).toBeUndefined()
      for (const tick of [sign * (near + 2), sign * (SIDE_TICKS + 2)]) {
        const reloaded = createPool(ticks, tick)
        expect([reloaded.isOutdated, reloaded.isHealthy]).toEqual([false, true])
      }
    }
  })

  it('is identified by its price and the ticks near it, whatever was dropped', () => {
    const ticks = makeTicks(-20_000, 40_000)
    const liquidity = 10n ** 24n
    const moved = createPool(ticks, 0).advance(move(3_000, liquidity))
    const reloaded = createPool(ticks, 3_000).advance(move(3_000, liquidity))
    expect(moved.fingerprint()).toBe(reloaded.fingerprint())
    expect(moved.advance(mint(2_990, 3_010)).fingerprint()).not.toBe(reloaded.fingerprint())
    expect(moved.advance(mint(3_001, 3_010)).fingerprint()).not.toBe(reloaded.fingerprint())
  })
})
