import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import {
  buyFrom,
  createFill,
  forPurchase,
  getCapacity,
  getTradeGas,
  sellInto,
  sellUntil,
} from '../core/curve.ts'
import type { Pool } from '../core/pool.ts'
import { createPoolDeserializer } from '../deserialize-pool.ts'

const DIRECTIONS = [true, false] as const
const random = createRandom(1)
const SIZES = Array.from({ length: 60 }, () => BigInt(Math.floor(10 ** (1 + random.next() * 17))))

/**
 * The conformance suite of pools. `rounding` is the maximum difference between a contract's input
 * for an exact output and the minimum input, and the maximum profit of an undone trade. `hasCurve`
 * allows splits to use the pool. Default: true.
 */
export function describePoolConformance(
  name: string,
  create: () => Pool,
  { rounding = 0n, hasCurve = true }: { rounding?: bigint; hasCurve?: boolean } = {},
): void {
  describe(`conformance of ${name}`, () => {
    testQuotes(create, rounding)
    testCurves(create, hasCurve)
    testRecords(create)
  })
}

/** Returns the sizes that the pool sells. Fails without any. */
function sold(pool: Pool, zeroForOne: boolean) {
  const swaps = SIZES.flatMap((size) => {
    const swap = pool.exactInput(zeroForOne, size)
    return swap ? [{ size, swap }] : []
  })
  if (swaps.length === 0)
    throw new Error(`The pool quotes no size in the ${zeroForOne ? 'forward' : 'reverse'} direction`)
  return swaps
}

function testQuotes(create: () => Pool, rounding: bigint): void {
  it('sells exactly the given input', () => {
    for (const zeroForOne of DIRECTIONS) {
      for (const { size, swap } of sold(create(), zeroForOne)) expect(swap.amountIn).toBe(size)
    }
  })

  it('pays at least as much for a larger input', () => {
    const pool = create()
    for (const zeroForOne of DIRECTIONS) {
      let before = 0n
      for (const size of [...SIZES].sort((a, b) => (a < b ? -1 : 1))) {
        const out = pool.exactInput(zeroForOne, size)?.amountOut
        if (out === undefined) continue
        expect(out).toBeGreaterThanOrEqual(before)
        before = out
      }
      expect(before).toBeGreaterThan(0n)
    }
  })

  it('returns an input that yields the requested output, and at most the input that bought it', () => {
    const pool = create()
    for (const zeroForOne of DIRECTIONS) {
      for (const { size, swap: bought } of sold(pool, zeroForOne)) {
        const purchase = pool.exactOutput(zeroForOne, bought.amountOut)
        if (!purchase) throw new Error(`The output of ${size} cannot be bought`)
        expect(purchase.amountIn).toBeLessThanOrEqual(size + rounding)
        const paid = pool.exactInput(zeroForOne, purchase.amountIn)
        expect((paid?.amountOut ?? 0n) + rounding).toBeGreaterThanOrEqual(bought.amountOut)
      }
    }
  })

  it('never returns more than the input when a trade is reversed', () => {
    for (const zeroForOne of DIRECTIONS) {
      const undone = sold(create(), zeroForOne).flatMap(({ size, swap }) => {
        const back = swap.after().exactInput(!zeroForOne, swap.amountOut)
        return back ? [{ size, back }] : []
      })
      expect(undone).not.toHaveLength(0)
      for (const { size, back } of undone) expect(back.amountOut).toBeLessThanOrEqual(size + rounding)
    }
  })

  it('does not change when it is quoted', () => {
    const pool = create()
    const before = pool.exactInput(true, 10n ** 9n)?.amountOut
    pool.exactInput(true, 10n ** 12n)?.after()
    expect(pool.exactInput(true, 10n ** 9n)?.amountOut).toBe(before)
  })

  it('rejects zero and negative amounts', () => {
    for (const zeroForOne of DIRECTIONS) {
      for (const amount of [0n, -1n]) {
        expect(create().exactInput(zeroForOne, amount)).toBeUndefined()
        expect(create().exactOutput(zeroForOne, amount)).toBeUndefined()
      }
    }
  })
}

function testCurves(create: () => Pool, hasCurve: boolean): void {
  /** Returns the curves of both directions, or none. */
  function curves(pool: Pool) {
    const drawn = DIRECTIONS.flatMap((zeroForOne) => {
      const curve = pool.curve(zeroForOne)
      return curve ? [{ zeroForOne, curve }] : []
    })
    expect(drawn).toHaveLength(hasCurve ? 2 : 0)
    return drawn
  }

  it('draws curves with the inputs and outputs of its quotes', () => {
    const fill = createFill()
    const pool = create()
    for (const { zeroForOne, curve } of curves(pool)) {
      expect(pool.curve(zeroForOne)).toBe(curve)
      for (const { size, swap } of sold(pool, zeroForOne)) {
        if (swap.amountIn < 10n ** 9n || swap.amountOut < 10n ** 9n) continue
        sellInto(curve, Number(size), fill)
        const paid = Number(swap.amountOut)
        // Contracts that round powers keep a small remainder.
        const dust = Number(pool.depth[zeroForOne ? 1 : 0]) * 1e-13
        expect(Math.abs(fill.output - paid)).toBeLessThan(paid * 1e-5 + dust)
        const { input, t } = fill
        buyFrom(curve, fill.output, fill)
        expect(fill.input / input).toBeCloseTo(1, 6)
        expect(fill.t / t).toBeCloseTo(1, 9)
      }
    }
  })

  it('includes the gas of its quotes in its curves', () => {
    const fill = createFill()
    const pool = create()
    for (const { zeroForOne, curve } of curves(pool)) {
      const boughtFrom = forPurchase(curve)
      for (const { size, swap } of sold(pool, zeroForOne)) {
        sellInto(curve, Number(size), fill)
        expect(getTradeGas(curve, fill)).toBe(swap.gas)
        const purchase = pool.exactOutput(zeroForOne, swap.amountOut)
        buyFrom(boughtFrom, Number(swap.amountOut), fill)
        expect(getTradeGas(boughtFrom, fill)).toBe(purchase?.gas)
      }
    }
  })

  it('quotes the capacity and the stock of its curves', () => {
    const pool = create()
    for (const { zeroForOne, curve } of curves(pool)) {
      const most = (amount: number) => BigInt(Math.floor(amount * (1 - 1e-9))) - 8n
      expect(pool.exactInput(zeroForOne, most(getCapacity(curve)))).toBeDefined()
      expect(pool.exactOutput(zeroForOne, most(curve.stock))).toBeDefined()
    }
  })

  it('draws curves whose price falls with the input', () => {
    const fill = createFill()
    for (const { curve } of curves(create())) {
      let before = 0
      for (const share of [1, 1 - 1e-7, 0.99, 0.5, 0.1]) {
        sellUntil(curve, curve.startPrice * share, fill)
        expect(fill.input).toBeGreaterThanOrEqual(before)
        before = fill.input
      }
      expect(before).toBeGreaterThan(0)
    }
  })

  it('starts its curves at or below the spot price less the fee, with at least the minimum gas', () => {
    const pool = create()
    const price = Number(pool.spot.numerator) / Number(pool.spot.denominator)
    for (const { zeroForOne, curve } of curves(pool)) {
      const margin = (zeroForOne ? price : 1 / price) * (1 - pool.fee / 1e6)
      expect(curve.startPrice).toBeLessThanOrEqual(margin * (1 + 1e-9))
      expect(curve.gas).toBeGreaterThanOrEqual(pool.swapGas)
    }
  })

  it('earns at most as much as its envelope at any price, and the same if the envelope is exact', () => {
    const fill = createFill()
    const pool = create()
    const known = pool.envelope?.()
    if (!known) return
    const price = Number(pool.spot.numerator) / Number(pool.spot.denominator)
    for (const { zeroForOne, curve } of curves(pool)) {
      const margin = (zeroForOne ? price : 1 / price) * (1 - pool.fee / 1e6)
      for (const share of [0.999, 0.99, 0.9, 0.5, 0.01]) {
        sellUntil(curve, margin * share, fill)
        const earned = fill.output - margin * share * fill.input
        const most = known.depth[zeroForOne ? 1 : 0] * (1 - Math.sqrt(share)) ** 2
        expect(earned).toBeLessThanOrEqual(most * (1 + 1e-9))
        if (known.isExact) expect(earned / most).toBeCloseTo(1, 6)
      }
    }
  })
}

function testRecords(create: () => Pool): void {
  it('is restored from its cloned record', () => {
    const pool = create()
    const revived = createPoolDeserializer()(structuredClone(pool.record()))
    expect(revived.fingerprint()).toBe(pool.fingerprint())
    expect([revived.spot, revived.depth, revived.fee]).toEqual([pool.spot, pool.depth, pool.fee])
    for (const zeroForOne of DIRECTIONS) {
      expect(revived.step(zeroForOne)).toEqual(pool.step(zeroForOne))
      expect(revived.curve(zeroForOne)).toEqual(pool.curve(zeroForOne))
      for (const size of SIZES) {
        expect(revived.exactInput(zeroForOne, size)?.amountOut).toBe(
          pool.exactInput(zeroForOne, size)?.amountOut,
        )
      }
    }
  })

  it('ignores unknown logs', () => {
    const pool = create()
    const topics = [`0x${'ab'.repeat(32)}`] as const
    expect(pool.advance({ address: pool.address, topics, data: '0x' })).toBe(pool)
  })
}
