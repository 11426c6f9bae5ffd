import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { HALTED, type PsmState, UNLIMITED } from './psm-pool.ts'
import { samplePsmPool } from './testing/sample-psm-pool.ts'

const E18 = 10n ** 18n
const FREE = { tin: 0n, tout: 0n }

describePoolConformance('a peg stability module', samplePsmPool)
describePoolConformance('a module without fees', () => samplePsmPool(FREE))
describePoolConformance('a module whose gem has 18 decimals', () =>
  samplePsmPool({ gemsHeld: 1_000n * E18, daiStock: 2_000n * E18 }, { factor: 1n }),
)
const sampleConverter = (state: Partial<PsmState> = {}) =>
  samplePsmPool(
    { ...FREE, daiStock: 5_000n * E18, gemsHeld: 7_000n * E18, ...state },
    { factor: 1n, shape: 'converter' },
  )
describePoolConformance("Sky's converter", sampleConverter)

describe("Sky's converter of DAI and USDS", () => {
  it('converts one for one, up to the supply of the input', () => {
    const pool = sampleConverter()
    for (const [isSale, most] of [
      [true, 5_000n * E18],
      [false, 7_000n * E18],
    ] as const) {
      for (const amount of [1n, 12_345n, most]) {
        expect(pool.exactInput(isSale, amount)?.amountOut).toBe(amount)
        expect(pool.exactOutput(isSale, amount)?.amountIn).toBe(amount)
      }
      expect(pool.exactInput(isSale, most + 1n)).toBeUndefined()
      expect(pool.exactOutput(isSale, most + 1n)).toBeUndefined()
    }
    const sold = pool.exactInput(true, 3_000n * E18)?.after()
    expect(sold?.exactInput(true, 2_001n * E18)).toBeUndefined()
    expect(sold?.exactInput(false, 10_000n * E18)).toBeDefined()
  })

  it('mints no more DAI after its join is closed', () => {
    const pool = sampleConverter({ gemsAllowed: 0n })
    expect([pool.exactInput(true, E18), pool.exactInput(false, E18)].map(Boolean)).toEqual([true, false])
  })

  it('has separate steps for both directions', () => {
    const pool = sampleConverter()
    expect([pool.step(true)?.kind, pool.step(false)?.kind]).toEqual([15, 16])
  })
})

describe('peg stability module', () => {
  it('rounds its fees down: sellers get one unit more, buyers pay one less', () => {
    const pool = samplePsmPool({ tin: E18 / 3n, tout: E18 / 3n }, { factor: 1n })
    expect(pool.exactInput(true, 10n)?.amountOut).toBe(7n)
    expect(pool.exactOutput(false, 10n)?.amountIn).toBe(13n)
    expect(pool.exactInput(false, 13n)?.amountOut).toBe(10n)
    expect(pool.exactInput(false, 12n)?.amountOut).toBe(9n)
    expect(pool.exactOutput(true, 7n)?.amountIn).toBe(9n)
  })

  it('requests the minimum input, and sells the maximum that is paid for, at any fee', () => {
    const random = createRandom(61)
    const draw = (digits: number) => BigInt(Math.floor(10 ** (random.next() * digits)))
    let traded = 0
    for (let i = 0; i < 2_000; i += 1) {
      const decimals = Math.floor(random.next() * 19)
      const [tin, tout] = [draw(17.9), draw(18)].map((fee) => (random.next() < 0.2 ? 0n : fee))
      const stocks = { daiStock: 10n ** 40n, gemsHeld: 10n ** 40n, gemsAllowed: 10n ** 40n }
      const pool = samplePsmPool({ tin: tin!, tout: tout!, ...stocks }, { factor: 10n ** BigInt(decimals) })
      const [amountIn, amountOut] = [draw(27), draw(27)]
      const isSale = random.next() < 0.5
      const bought = pool.exactOutput(isSale, amountOut)
      if (!bought) throw new Error('Nothing was bought')
      const brings = (amount: bigint) => pool.exactInput(isSale, amount)?.amountOut ?? 0n
      expect(brings(bought.amountIn)).toBeGreaterThanOrEqual(amountOut)
      expect(brings(bought.amountIn - 1n)).toBeLessThan(amountOut)
      if (isSale) continue
      const gems = brings(amountIn)
      const price = (amount: bigint) => pool.exactOutput(false, amount)?.amountIn ?? 0n
      expect(price(gems)).toBeLessThanOrEqual(amountIn)
      expect(price(gems + 1n)).toBeGreaterThan(amountIn)
      traded += 1
    }
    expect(traded).toBeGreaterThan(800)
  })

  it('refunds less than the cost of a gem and changes only by the paid amount', () => {
    const pool = samplePsmPool(FREE)
    const swap = pool.exactInput(false, 10n ** 12n + 7n)
    expect([swap?.amountIn, swap?.amountOut]).toEqual([10n ** 12n + 7n, 1n])
    expect(swap?.after().fingerprint()).toBe(pool.exactOutput(false, 1n)?.after().fingerprint())
    expect(pool.exactInput(false, 10n ** 12n - 1n)).toBeUndefined()
  })

  it('pays no more than it holds, and transfers no more gems than allowed', () => {
    const pool = samplePsmPool({ ...FREE, daiStock: E18, gemsHeld: 9n, gemsAllowed: 5n })
    expect(pool.exactInput(true, 10n ** 6n)).toBeDefined()
    expect(pool.exactInput(true, 10n ** 6n + 1n)).toBeUndefined()
    expect(pool.exactOutput(false, 5n)).toBeDefined()
    expect(pool.exactOutput(false, 6n)).toBeUndefined()
    expect(pool.exactOutput(false, 3n)?.after().exactOutput(false, 3n)).toBeUndefined()
    const trusted = samplePsmPool({ ...FREE, gemsHeld: 9n, gemsAllowed: UNLIMITED })
    expect(trusted.exactOutput(false, 4n)?.after().exactOutput(false, 5n)).toBeDefined()
    expect(trusted.exactOutput(false, 10n)).toBeUndefined()
  })

  it('does not trade while halted, with a fee of 100 %, or closed', () => {
    const trades = (pool: ReturnType<typeof samplePsmPool>) =>
      [true, false].map((isSale) => [
        pool.exactInput(isSale, E18) !== undefined || pool.exactInput(isSale, 10n ** 6n) !== undefined,
        pool.exactOutput(isSale, 10n ** 6n) !== undefined,
        pool.curve(isSale) !== undefined,
      ])
    const [yes, no] = [Array(3).fill(true), Array(3).fill(false)]
    expect(trades(samplePsmPool())).toEqual([yes, yes])
    expect(trades(samplePsmPool({ tin: HALTED }))).toEqual([no, yes])
    expect(trades(samplePsmPool({ tout: HALTED }))).toEqual([yes, no])
    expect(trades(samplePsmPool({ tin: E18 }))).toEqual([no, yes])
    expect(trades(samplePsmPool({ isCaged: true }))).toEqual([no, no])
    expect(samplePsmPool({ tin: HALTED, tout: HALTED }).isHealthy).toBe(false)
    expect(samplePsmPool({ tin: HALTED }).isHealthy).toBe(true)
  })

  it('has separate steps for both directions, and costs more gas in front of another module', () => {
    const [pool, wrapper] = [samplePsmPool(), samplePsmPool({}, { shape: 'wrapper' })]
    expect([pool.step(true), pool.step(false)]).toEqual([
      { kind: 13, source: 12, data: '0x' },
      { kind: 14, source: 12, data: '0x' },
    ])
    expect(wrapper.step(true)).toEqual(pool.step(true))
    expect(wrapper.swapGas).toBeGreaterThan(pool.swapGas)
  })

  it('reports the lowest fee of both directions', () => {
    const fees = (tin: bigint, tout: bigint) => samplePsmPool({ tin, tout }).fee
    expect(fees(E18 / 1_000n, E18 / 500n)).toBe(1_000)
    expect(fees(E18 / 500n, E18 / 1_000n)).toBe(999)
    expect(fees(HALTED, E18 / 1_000n)).toBe(999)
    expect(fees(E18 / 1_000n, HALTED)).toBe(1_000)
    expect(fees(0n, E18 / 500n)).toBe(0)
  })
})
