import { encodeAbiParameters, type Hex, pad } from 'viem'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { getInput, getOutput } from './solidly-math.ts'
import { customFeeTopic, syncTopic } from './solidly-pool.ts'
import { sampleSolidlyPool } from './testing/sample-solidly-pool.ts'

const E18 = 10n ** 18n
const volatile = () =>
  sampleSolidlyPool({ reserve0: 1_000n * E18, reserve1: 3_000_000_000_000n, fee: 30n }, { isStable: false })

describePoolConformance('a volatile Solidly pair', volatile)
describePoolConformance('a stable Solidly pair', () => sampleSolidlyPool())
describePoolConformance('a stable Solidly pair far from balance', () =>
  sampleSolidlyPool({ reserve0: 20_000n * E18, reserve1: 900_000n * E18 }, { units: [E18, E18] }),
)

/** The rule by which all contracts accept a swap. */
function getProduct(balance0: bigint, balance1: bigint, units: readonly [bigint, bigint]): bigint {
  const [x, y] = [(balance0 * E18) / units[0], (balance1 * E18) / units[1]]
  return (((x * y) / E18) * ((x * x) / E18 + (y * y) / E18)) / E18
}

describe('stable Solidly pair', () => {
  it('pays the maximum and takes the minimum that its rule allows', () => {
    const random = createRandom(18)
    const draw = (from: number, to: number) => BigInt(Math.floor(10 ** (from + random.next() * (to - from))))
    let swaps = 0
    for (let i = 0; i < 400; i += 1) {
      const decimals = [random.next() < 0.5 ? 18 : 6, random.next() < 0.5 ? 18 : 8] as const
      const units: [bigint, bigint] = [10n ** BigInt(decimals[0]), 10n ** BigInt(decimals[1])]
      const reserves = [draw(decimals[0], decimals[0] + 8), draw(decimals[1], decimals[1] + 8)] as const
      const fee = BigInt(Math.floor(random.next() * 100))
      const pool = sampleSolidlyPool({ reserve0: reserves[0], reserve1: reserves[1], fee }, { units })
      const zeroForOne = random.next() < 0.5
      const [into, out] = zeroForOne ? ([0, 1] as const) : ([1, 0] as const)
      const product = getProduct(...reserves, units)
      const accepts = (amountIn: bigint, amountOut: bigint) => {
        const kept = amountIn - (amountIn * fee) / 10_000n
        const balances: [bigint, bigint] = [...reserves]
        balances[into] += kept
        balances[out] -= amountOut
        return getProduct(...balances, units) >= product
      }
      const sold = pool.exactInput(zeroForOne, draw(0, decimals[into] + 8))
      if (sold) {
        expect(accepts(sold.amountIn, sold.amountOut)).toBe(true)
        expect(accepts(sold.amountIn, sold.amountOut + 1n)).toBe(false)
        swaps += 1
      }
      const bought = pool.exactOutput(zeroForOne, draw(0, decimals[out] + 7))
      if (bought) {
        expect(accepts(bought.amountIn, bought.amountOut)).toBe(true)
        expect(accepts(bought.amountIn - 1n, bought.amountOut)).toBe(false)
        swaps += 1
      }
    }
    expect(swaps).toBeGreaterThan(600)
  })

  it('trades near one to one while balanced', () => {
    const pool = sampleSolidlyPool({ reserve0: 1_000n * E18, reserve1: 1_000n * E18 }, { units: [E18, E18] })
    expect(Number(pool.exactInput(true, 100n * E18)?.amountOut) / 1e20).toBeCloseTo(0.999, 2)
  })

  it('sells all but one token and immediately rejects more', () => {
    const reserves = { reserve0: 2_150_025_980_746_423_296n, reserve1: 4_343_709_061_231_806_464n }
    const pool = sampleSolidlyPool(reserves, { units: [E18, E18] })
    expect(pool.exactOutput(true, reserves.reserve1 - E18)?.amountIn).toBeGreaterThan(3n * E18)
    for (const left of [E18 - 1n, 10n ** 15n, 168_478_437n, 1n]) {
      expect(pool.exactOutput(true, reserves.reserve1 - left)).toBeUndefined()
    }
  })

  it('computes any amount with any reserves in a few steps', () => {
    const random = createRandom(20)
    const draw = (to: number) => BigInt(Math.floor(10 ** (random.next() * to)))
    const unit = () => (random.next() < 0.5 ? E18 : 10n ** 6n)
    let results = 0
    for (let i = 0; i < 400; i += 1) {
      const [reserve0, reserve1] = [draw(30), draw(30)]
      const side = {
        ...{ isStable: true, fee: 5n, unitIn: unit(), unitOut: unit() },
        ...{ reserveIn: reserve0, reserveOut: reserve1 },
      }
      const pool = sampleSolidlyPool({ reserve0, reserve1 }, { units: [side.unitIn, side.unitOut] })
      pool.curve(true)
      const few = draw(Math.log10(Number(reserve1)))
      for (const bought of [few, reserve1 - few])
        if (bought < reserve1 && getInput(side, bought)) results += 1
      for (const sold of [few, draw(30)]) if (getOutput(side, sold)) results += 1
    }
    expect(results).toBeGreaterThan(250)
  })

  it('does not trade below one token of either side, where rounding hides amounts', () => {
    const pool = sampleSolidlyPool({ reserve0: E18 - 1n })
    expect(pool.isHealthy).toBe(false)
    expect(pool.exactInput(true, 1_000n)).toBeUndefined()
    expect(pool.curve(true)).toBeUndefined()
  })

  it('rejects amounts that overflow its contract', () => {
    const pool = sampleSolidlyPool({ reserve0: 10n ** 33n, reserve1: 10n ** 33n }, { units: [E18, E18] })
    expect(pool.exactInput(true, E18)).toBeUndefined()
    expect(pool.exactOutput(true, E18)).toBeUndefined()
  })
})

describe('Solidly pair', () => {
  const log = (topic: Hex, ...words: bigint[]) => ({
    address: pad('0x1', { size: 20 }),
    topics: [topic],
    data: encodeAbiParameters(
      words.map(() => ({ type: 'uint256' })),
      words,
    ),
  })

  it('keeps the input without its fee, which leaves the pair', () => {
    const after = volatile()
      .exactInput(true, 10_000n * E18)
      ?.after()
    expect(after?.depth[0]).toBe(10_970n * E18)
  })

  it('follows Sync', () => {
    expect(volatile().advance(log(syncTopic, 7n, 9n)).depth).toEqual([7n, 9n])
  })

  it('applies a custom fee, no fee, or the usual fee again', () => {
    const own = volatile().advance(log(customFeeTopic, 100n))
    expect(own.fee).toBe(10_000)
    expect(own.advance(log(customFeeTopic, 420n)).fee).toBe(0)
    expect(own.advance(log(customFeeTopic, 0n)).fee).toBe(500)
    expect(own.fingerprint()).not.toBe(volatile().fingerprint())
  })

  it('does not trade while its factory is paused', () => {
    const pool = sampleSolidlyPool({ isPaused: true })
    expect(pool.isHealthy).toBe(false)
    expect(pool.exactInput(true, E18)).toBeUndefined()
    expect(pool.exactOutput(true, 1_000_000n)).toBeUndefined()
  })
})
