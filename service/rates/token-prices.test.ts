import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../src/lib/address.ts'
import type { PoolView } from '../chain/types.ts'
import { addressOf, createLiteralChain, poolOf, TOKENS } from '../testing/literal-chain.ts'
import { computeTokenPrices } from './token-prices.ts'

const { weth, usdc, wbtc, shady } = TOKENS

describe('prices of tokens', () => {
  it('come from the pools with the reference stable, and through base tokens', () => {
    const prices = pricesOf([poolOf(1, [weth, 1_000], [usdc, 3_000_000]), poolOf(2, [wbtc, 10], [weth, 200])])
    expect(prices.price(usdc.address)).toBe(1)
    expect(prices.price(weth.address)).toBe(3_000)
    expect(prices.price(wbtc.address)).toBe(60_000)
    expect(prices.price(NATIVE_TOKEN)).toBe(3_000)
    expect(prices.depth(usdc.address)).toBe(3_000_000)
    expect(prices.depth(NATIVE_TOKEN)).toBe(3_600_000)
  })

  it('weigh pools by what they hold', () => {
    const prices = pricesOf([
      poolOf(1, [weth, 1_000], [usdc, 3_000_000]),
      poolOf(2, [weth, 1_000 / 3], [usdc, 1_030_000]),
    ])
    expect(prices.price(weth.address)).toBeCloseTo((3_000 * 3 + 3_090 * 1.03) / 4.03, 4)
  })

  it('do not listen to a pool far from the others, nor to a thin one', () => {
    const honest = poolOf(1, [weth, 1_000], [usdc, 3_000_000])
    const far = poolOf(2, [weth, 100], [usdc, 900_000])
    const thin = poolOf(3, [weth, 0.1], [usdc, 310])
    expect(pricesOf([honest, far, thin]).price(weth.address)).toBe(3_000)
    expect(pricesOf([thin]).price(weth.address)).toBeUndefined()
  })

  it('never pass through a token anybody could have made', () => {
    const prices = pricesOf([
      poolOf(1, [weth, 1_000], [usdc, 3_000_000]),
      poolOf(2, [shady, 1_000], [usdc, 5_000]),
      poolOf(3, [wbtc, 1], [shady, 1_000_000]),
    ])
    expect(prices.price(shady.address)).toBe(5)
    expect(prices.price(wbtc.address)).toBeUndefined()
    expect(prices.depth(wbtc.address)).toBeUndefined()
  })

  it('are unknown for a token without pool, metadata or reserves', () => {
    const nameless = { address: addressOf(0x99), symbol: '', name: '', decimals: 18 }
    const prices = pricesOf([
      poolOf(1, [weth, 1_000], [usdc, 3_000_000]),
      poolOf(2, [nameless, 1], [weth, 100]),
      poolOf(3, [wbtc, 0], [weth, 100]),
    ])
    expect(prices.price(nameless.address)).toBeUndefined()
    expect(prices.price(wbtc.address)).toBeUndefined()
    expect(prices.price(addressOf(0x55))).toBeUndefined()
  })
})

function pricesOf(pools: PoolView[]) {
  const chain = createLiteralChain({ pools })
  return computeTokenPrices(chain, chain.snapshot()!)
}
