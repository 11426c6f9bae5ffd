import { describe, expect, it } from 'vitest'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { createLiteralChain, getPool, makeAddress, POOLS, TOKENS } from '../testing/literal-chain.ts'
import { createBlockPrices } from './block-prices.ts'
import { createRates } from './create-rates.ts'

const { weth, usdc, wbtc } = TOKENS

describe('exchange rates', () => {
  it('are in whole units and in the order of the request, and inverse for the reverse pair', () => {
    const { rates } = setUp()
    const answer = rates.quote([
      pair('ethereum', weth.address, 'ethereum', usdc.address),
      pair('ethereum', usdc.address, 'ethereum', weth.address),
      pair('ethereum', wbtc.address, 'ethereum', NATIVE_TOKEN),
      pair('ethereum', weth.address, 'ethereum', NATIVE_TOKEN),
    ])
    expect(answer.map(({ price }) => price)).toEqual([3_000, 1 / 3_000, 20, 1])
    expect(answer[0]).toEqual({ ...pair('ethereum', weth.address, 'ethereum', usdc.address), price: 3_000 })
  })

  it('connect chains through their reference stables', () => {
    const { rates } = setUp()
    const [there, alias] = rates.quote([
      pair('ethereum', weth.address, 'base', weth.address),
      pair('BASE', usdc.address, 'ethereum', usdc.address),
    ])
    expect(there?.price).toBe(3_000 / 2_500)
    expect(alias?.price).toBe(1)
  })

  it('are null without a price and for a stale chain', () => {
    const { rates, base } = setUp()
    const pairs = [
      pair('ethereum', makeAddress(0x77), 'ethereum', usdc.address),
      pair('polygon', usdc.address, 'ethereum', usdc.address),
      pair('moon', usdc.address, 'ethereum', usdc.address),
      pair('base', usdc.address, 'ethereum', usdc.address),
    ]
    expect(rates.quote(pairs).map(({ price }) => price)).toEqual([null, null, null, 1])
    base.setStale(true)
    expect(rates.quote(pairs)[3]?.price).toBeNull()
  })

  it('follow the latest block', () => {
    const { rates, ethereum } = setUp()
    const request = [pair('ethereum', weth.address, 'ethereum', usdc.address)]
    expect(rates.quote(request)[0]?.price).toBe(3_000)
    ethereum.advance([getPool(1, [weth, 1_000], [usdc, 3_100_000])])
    expect(rates.quote(request)[0]?.price).toBe(3_100)
  })
})

function setUp() {
  const ethereum = createLiteralChain({ pools: POOLS })
  const base = createLiteralChain({
    name: 'base',
    id: 31338,
    pools: [getPool(1, [weth, 1_000], [usdc, 2_500_000])],
  })
  return { ethereum, base, rates: createRates({ chains: [ethereum, base], prices: createBlockPrices() }) }
}

function pair(from: string, domestic_token: Address, to: string, foreign_token: Address) {
  return { domestic_blockchain: from, domestic_token, foreign_blockchain: to, foreign_token }
}
