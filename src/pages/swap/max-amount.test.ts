import { describe, expect, it } from 'vitest'
import { report } from '../../lib/report.ts'
import { createFixtureChain } from '../../testing/fixtures/fixture-chain.ts'
import { followFee, readReserve, spendable } from './max-amount.ts'

const GWEI = 10n ** 9n
const ETHER = 10n ** 18n

describe('the reserve for the network fee', () => {
  it('adds half to the sum of the gas and data fees', async () => {
    const gas = { gasPrice: GWEI }
    const read = (options: Parameters<typeof createFixtureChain>[0]) =>
      readReserve({ chain: createFixtureChain(options), reportError: report }, 10)
    expect(await read(gas)).toBe(900_000n * GWEI)
    expect(await read({ ...gas, l1Fee: 4_000_000n * GWEI })).toBe(6_900_000n * GWEI)
  })

  it('is 1/50 of the balance when a fee is unknown', async () => {
    for (const options of [{ gasPrice: 0n }, { l1Fee: () => Promise.reject(new Error('no answer')) }]) {
      const reserve = await readReserve({ chain: createFixtureChain(options), reportError: report }, 10)
      expect(reserve).toBeUndefined()
      expect(spendable(ETHER, reserve)).toBe((ETHER * 49n) / 50n)
    }
  })

  it('is capped by the balance', () => {
    expect(spendable(5n, 6n)).toBe(0n)
  })
})

describe('the maximum amount', () => {
  const balance = ETHER
  const amount = ETHER - 1_000n * GWEI
  const leftOf = (reserve: bigint, held = balance) => followFee(amount, { balance: held, reserve })

  it('stays while the fee changes little', () => {
    for (const reserve of [1_000n, 1_029n, 801n]) expect(leftOf(reserve * GWEI)).toBe(amount)
  })

  it('decreases when the fee rises and increases when it falls', () => {
    expect(leftOf(1_031n * GWEI)).toBe(balance - 1_031n * GWEI)
    expect(leftOf(799n * GWEI)).toBe(balance - 799n * GWEI)
  })

  it('decreases with the balance, down to 0', () => {
    expect(leftOf(1_000n * GWEI, ETHER / 2n)).toBe(ETHER / 2n - 1_000n * GWEI)
    expect(leftOf(1_000n * GWEI, 999n)).toBe(0n)
  })
})
