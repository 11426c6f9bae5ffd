import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { getCapacity } from '../core/curve.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleWstEthPool } from './testing/sample-wsteth-pool.ts'
import { LOST_ON_THE_WAY } from './wsteth-pool.ts'

const E18 = 10n ** 18n

/** Sales and purchases of stETH include margins for rounded shares. */
describePoolConformance('wstETH', sampleWstEthPool, { rounding: 16n })

describe('wstETH pool', () => {
  it('mints one share per whole share in an amount, and requests the minimum amount for them', () => {
    const pool = sampleWstEthPool({ ether: 5n * E18, shares: 4n * E18 })
    expect(pool.exactInput(true, 10n)?.amountOut).toBe(8n)
    expect(pool.exactInput(true, 11n)?.amountOut).toBe(8n)
    expect(pool.exactOutput(true, 8n)?.amountIn).toBe(10n)
    expect(pool.exactOutput(true, 9n)?.amountIn).toBe(12n)
    expect(pool.exactInput(true, 1n)).toBeUndefined()
  })

  it('pays the value of the received shares minus the loss on the way to the receiver', () => {
    const pool = sampleWstEthPool({ ether: 5n * E18, shares: 4n * E18 })
    // Eight shares are ten units. Nine are worth eleven, which again transfer eight.
    expect(pool.exactInput(false, 8n)?.amountOut).toBe(10n - LOST_ON_THE_WAY)
    expect(pool.exactInput(false, 9n)?.amountOut).toBe(10n - LOST_ON_THE_WAY)
    expect(pool.exactInput(false, 3n)).toBeUndefined()
    expect(pool.exactOutput(false, 12n)?.amountIn).toBe(16n)
  })

  it('delivers at least the requested amount at any rate, through the transfers to a receiver', () => {
    const random = createRandom(71)
    const draw = (digits: number) => BigInt(Math.floor(10 ** (random.next() * digits))) + 1n
    for (let i = 0; i < 2_000; i += 1) {
      const shares = 10n ** 24n + draw(23)
      const ether = shares + (shares * BigInt(Math.floor(random.next() * 999_999) + 1)) / 1_000_000n
      const pool = sampleWstEthPool({ ether, shares, wrapped: 10n ** 30n, unwrapped: 10n ** 30n })
      const toShares = (amount: bigint) => (amount * shares) / ether
      const toAmount = (held: bigint) => (held * ether) / shares
      /**
       * The amount that a receiver without other shares gets after two fees, of `burnt` unwrapped
       * shares.
       */
      const deliver = (burnt: bigint, fees: readonly bigint[]) => {
        const gross = toAmount(toShares(toAmount(burnt)))
        const taken = fees.map((bps) => (gross * bps) / 10_000n)
        return toAmount(toShares(taken.reduce((left, fee) => left - fee, gross)))
      }
      const fees = [3n, BigInt(Math.floor(random.next() * 1_001))]
      const promise = (gross: bigint) => fees.reduce((left, bps) => left - (gross * bps) / 10_000n, gross)
      const amount = draw(24) + 10n

      const sold = pool.exactInput(false, amount)
      if (sold) {
        expect(deliver(amount, fees)).toBeGreaterThanOrEqual(promise(sold.amountOut))
        expect(deliver(amount, fees) - promise(sold.amountOut)).toBeLessThanOrEqual(LOST_ON_THE_WAY)
      }
      const bought = pool.exactOutput(false, amount)!
      expect(deliver(bought.amountIn, fees)).toBeGreaterThanOrEqual(promise(amount))
      expect(deliver(bought.amountIn, fees) - promise(amount)).toBeLessThanOrEqual(8n)

      const wrapped = pool.exactOutput(true, amount)!
      expect(pool.exactInput(true, wrapped.amountIn)?.amountOut).toBe(amount)
      expect(pool.exactInput(true, wrapped.amountIn - 1n)?.amountOut ?? 0n).toBeLessThan(amount)
    }
  })

  it('wraps no more than the unwrapped supply, and unwraps no more than the wrapped one', () => {
    const pool = sampleWstEthPool({ ether: 5n * E18, shares: 4n * E18, wrapped: 40n, unwrapped: 80n })
    expect(pool.exactInput(true, 101n)).toBeDefined()
    expect(pool.exactInput(true, 102n)).toBeUndefined()
    expect(pool.exactInput(false, 40n)).toBeDefined()
    expect(pool.exactInput(false, 41n)).toBeUndefined()
    expect(pool.exactOutput(true, 80n)?.after().exactInput(true, 2n)).toBeUndefined()
    expect(pool.exactOutput(true, 80n)?.after().exactInput(false, 120n)).toBeDefined()
    expect(pool.exactInput(false, 40n)?.after().exactOutput(true, 120n)).toBeDefined()
    for (const [isWrap, capacity] of [
      [true, 100],
      [false, 40],
    ] as const) {
      const curve = pool.curve(isWrap)
      expect(curve && getCapacity(curve)).toBeCloseTo(capacity, 9)
    }
  })

  it('does not trade while transfers are halted, or if a share is worth one unit or less, or two or more', () => {
    const trades = (state: Parameters<typeof sampleWstEthPool>[0]) => {
      const pool = sampleWstEthPool(state)
      const found = [true, false].flatMap((isWrap) => [
        pool.exactInput(isWrap, E18),
        pool.exactOutput(isWrap, E18),
        pool.curve(isWrap),
      ])
      expect(new Set(found.map(Boolean)).size).toBe(1)
      expect(pool.isHealthy).toBe(found[0] !== undefined)
      return pool.isHealthy
    }
    const shares = 10n ** 24n
    expect(trades({})).toBe(true)
    expect(trades({ isStopped: true })).toBe(false)
    expect(trades({ shares, ether: shares })).toBe(false)
    expect(trades({ shares, ether: shares - 1n })).toBe(false)
    expect(trades({ shares, ether: shares + 1n })).toBe(true)
    expect(trades({ shares, ether: 2n * shares - 1n })).toBe(true)
    expect(trades({ shares, ether: 2n * shares })).toBe(false)
  })

  it('has separate steps for wrapping and unwrapping', () => {
    const pool = sampleWstEthPool()
    expect([pool.step(true), pool.step(false)]).toEqual([
      { kind: 17, source: 13, data: '0x' },
      { kind: 18, source: 13, data: '0x' },
    ])
  })
})
