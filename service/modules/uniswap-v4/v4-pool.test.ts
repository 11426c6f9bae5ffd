import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleAddress, sampleV3Pool } from '../testing/sample-pools.ts'
import { sampleV4Pool } from './testing/sample-v4-pool.ts'

const wide = { lower: -60_000, upper: 60_000, delta: 10n ** 18n }
const narrow = { lower: -600, upper: 1_200, delta: 50n * 10n ** 18n }
const market = { tick: 0, positions: [wide, narrow] }
/** 0.03 % for selling the first token, 0.1 % for the second. */
const protocolFee = (1000n << 12n) | 300n

describePoolConformance('a pool of a manager', () => sampleV4Pool({ ...market, protocolFee }))
// The native coin comes first, whatever the address of its wrapper.
describePoolConformance('a pool of the native coin of a manager', () =>
  sampleV4Pool(
    { ...market, protocolFee, isNative: true },
    { tokens: [sampleAddress(0xa2), sampleAddress(0xa1)] },
  ),
)

describe('pool of a manager', () => {
  it('pays like a V3 pool without a protocol fee', () => {
    const [own, other] = [sampleV4Pool(market), sampleV3Pool(market)]
    for (const zeroForOne of [true, false]) {
      const amount = 3n * 10n ** 18n
      expect(own.exactInput(zeroForOne, amount)?.amountOut).toBe(
        other.exactInput(zeroForOne, amount)?.amountOut,
      )
    }
  })

  it('applies the protocol fee of each direction', () => {
    const pool = sampleV4Pool({ ...market, protocolFee })
    const amount = 10n ** 15n
    const [there, back] = [true, false].map((zeroForOne) => pool.exactInput(zeroForOne, amount)!.amountOut)
    const kept = (fees: number) => Number(amount) * (1 - 0.003) * (1 - fees)
    expect(Number(there) / kept(0.0003)).toBeCloseTo(1, 4)
    expect(Number(back) / kept(0.001)).toBeCloseTo(1, 4)
    expect(sampleV4Pool(market).fingerprint()).not.toBe(pool.fingerprint())
  })
  it('does not trade if the fees take the whole input, but still trades in the other direction', () => {
    const pool = sampleV4Pool({ ...market, protocolFee: 4095n }, { fee: 999_999 })
    for (const amount of [1n, 10n ** 15n]) {
      expect(pool.exactInput(true, amount)).toBeUndefined()
      expect(pool.exactOutput(true, amount)).toBeUndefined()
    }
    expect(pool.curve(true)).toBeUndefined()
    expect(pool.exactInput(false, 10n ** 15n)?.amountOut).toBeGreaterThan(0n)
  })
  it('takes more gas for each hook call around a swap', () => {
    const [plain, before, both] = [0x0n, 0x80n, 0x1ac0n].map((flags) =>
      sampleV4Pool({ ...market, hooks: `0x${flags.toString(16).padStart(40, '0')}` }),
    )
    const gasOf = (pool: typeof plain) => pool!.exactInput(true, 10n ** 15n)!.gas
    expect(gasOf(before)).toBeGreaterThan(gasOf(plain))
    expect(gasOf(both) - gasOf(before)).toBe(gasOf(before) - gasOf(plain))
    expect(both!.exactInput(true, 10n ** 15n)!.amountOut).toBe(plain!.exactInput(true, 10n ** 15n)!.amountOut)
  })
  it('takes more gas for wrapping its output than for unwrapping its input, and for a purchase', () => {
    // Stays within a bitmap word, because a swap at its end leaves it immediately.
    const [plain, native] = [false, true].map((isNative) => sampleV4Pool({ ...market, tick: 30, isNative }))
    const gasOf = (pool: typeof plain, zeroForOne: boolean) => pool!.exactInput(zeroForOne, 10n ** 15n)!.gas
    expect(gasOf(native, true)).toBeGreaterThan(gasOf(plain, true))
    expect(gasOf(native, false) - gasOf(plain, false)).toBeGreaterThan(25_000)
    expect(native!.exactOutput(true, 10n ** 15n)!.gas).toBeGreaterThan(gasOf(native, true))
    expect(native!.swapGas).toBe(native!.curve(true)!.gas)
    expect(native!.curve(false)!.gas).toBe(gasOf(native, false))
  })
})
