import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { createCurve, fixedRateCurve } from '../modules/core/curve.ts'
import type { PoolView } from '../modules/core/pool.ts'
import { createLiteralChain, getPool, makeAddress, TOKENS } from '../testing/literal-chain.ts'
import { computeTokenPrices } from './token-prices.ts'

const { weth, usdc, wbtc, shady } = TOKENS

describe('token prices', () => {
  it('come from pools with the reference stable, and through base tokens', () => {
    const prices = getPrices([
      getPool(1, [weth, 1_000], [usdc, 3_000_000]),
      getPool(2, [wbtc, 10], [weth, 200]),
    ])
    expect(prices.price(usdc.address)).toBe(1)
    expect(prices.price(weth.address)).toBe(3_000)
    expect(prices.price(wbtc.address)).toBe(60_000)
    expect(prices.price(NATIVE_TOKEN)).toBe(3_000)
    // A constant-product pool pays about a twentieth before its price, including the fee, has moved
    // by a tenth.
    expect(prices.depth(usdc.address)).toBeCloseTo(3_000_000 * (1 - Math.sqrt(0.9 / 0.997)), 3)
    expect(prices.depth(NATIVE_TOKEN)).toBeCloseTo(3_000_000 * (1 - Math.sqrt(0.9 / 0.997)), 3)
  })

  it('weigh pools by their depth', () => {
    const prices = getPrices([
      getPool(1, [weth, 1_000], [usdc, 3_000_000]),
      getPool(2, [weth, 1_000 / 3], [usdc, 1_030_000]),
    ])
    expect(prices.price(weth.address)).toBeCloseTo((3_000 * 3 + 3_090 * 1.03) / 4.03, 4)
  })

  it('ignore a pool far from the others and a thin pool', () => {
    const honest = getPool(1, [weth, 1_000], [usdc, 3_000_000])
    const far = getPool(2, [weth, 100], [usdc, 900_000])
    const thin = getPool(3, [weth, 0.1], [usdc, 310])
    expect(getPrices([honest, far, thin]).price(weth.address)).toBe(3_000)
    expect(getPrices([thin]).price(weth.address)).toBeUndefined()
  })

  it('weigh a narrow range by its real holdings, not by its virtual reserves', () => {
    const honest = getPool(1, [weth, 1_000], [usdc, 3_000_000])
    // The range holds a thousand dollars on each side, a tenth of a percent around a false price.
    const narrow = rangePool(2, { price: 3_250, width: 0.001, dollars: 1_000 })
    expect(narrow.depth[1]).toBeGreaterThan((10n * honest.depth[1]) / 100n)
    const without = getPrices([honest]).price(weth.address) ?? 0
    const moved = getPrices([honest, narrow]).price(weth.address) ?? 0
    expect(moved / without - 1).toBeLessThan(0.001)
  })

  it('ignore one-sided liquidity, because moving it to the edge is free', () => {
    const honest = getPool(1, [weth, 10], [usdc, 30_000])
    const oneSided = rangePool(2, { price: 3_290, width: 0.001, dollars: 1_000_000, only: 'above' })
    expect(getPrices([honest, oneSided]).price(weth.address)).toBe(3_000)
  })

  it('ignore liquidity with a fee so high that arbitrage cannot correct its price', () => {
    const honest = getPool(1, [weth, 10], [usdc, 30_000])
    const shut = rangePool(2, { price: 3_250, width: 0.2, dollars: 1_000_000, keep: 0.8 })
    expect(getPrices([honest, shut]).price(weth.address)).toBe(3_000)
  })

  it('of a conversion follow its fixed rate', () => {
    const share: PoolView = {
      ...getPool(3, [usdc, 1_000_000], [shady, 500_000]),
      origin: { kind: 'lending' },
      spot: { numerator: 5n * 10n ** 11n, denominator: 1n },
      curve: (isDeposit) =>
        isDeposit ? undefined : fixedRateCurve({ rate: 2e-12, capacity: 500_000e18, gas: 0 }),
    }
    expect(getPrices([getPool(1, [weth, 1_000], [usdc, 3_000_000]), share]).price(shady.address)).toBeCloseTo(
      2,
      9,
    )
  })

  it("of a pool share come from its trades, never from the pool's holdings", () => {
    const pool = { ...getPool(1, [weth, 1_000], [usdc, 3_000_000]), address: shady.address }
    expect(getPrices([pool]).price(shady.address)).toBeUndefined()
    const traded = getPool(2, [shady, 1_000], [usdc, 50_000])
    expect(getPrices([pool, traded]).price(shady.address)).toBe(50)
  })

  it('never pass through an arbitrary token', () => {
    const prices = getPrices([
      getPool(1, [weth, 1_000], [usdc, 3_000_000]),
      getPool(2, [shady, 1_000], [usdc, 6_000]),
      getPool(3, [wbtc, 1], [shady, 1_000_000]),
    ])
    expect(prices.price(shady.address)).toBe(6)
    expect(prices.price(wbtc.address)).toBeUndefined()
    expect(prices.depth(wbtc.address)).toBeUndefined()
  })

  it('are computed once per token and block', () => {
    const chain = createLiteralChain({ pools: [getPool(1, [weth, 1_000], [usdc, 3_000_000])] })
    const snapshot = chain.snapshot()!
    let looks = 0
    const prices = computeTokenPrices(chain, {
      ...snapshot,
      poolsBetween(a, b) {
        looks += 1
        return snapshot.poolsBetween(a, b)
      },
    })
    const readPrices = () => [weth, wbtc].map(({ address }) => [prices.price(address), prices.depth(address)])
    const first = readPrices()
    const looksAtFirst = looks
    for (let i = 0; i < 3; i += 1) expect(readPrices()).toEqual(first)
    expect(looks).toBe(looksAtFirst)
  })

  it('are unknown for a token without pool, metadata or reserves', () => {
    const nameless = { address: makeAddress(0x99), symbol: '', name: '', decimals: 18 }
    const prices = getPrices([
      getPool(1, [weth, 1_000], [usdc, 3_000_000]),
      getPool(2, [nameless, 1], [weth, 100]),
      getPool(3, [wbtc, 0], [weth, 100]),
    ])
    expect(prices.price(nameless.address)).toBeUndefined()
    expect(prices.price(wbtc.address)).toBeUndefined()
    expect(prices.price(makeAddress(0x55))).toBeUndefined()
  })
})

/**
 * Creates a pool with one position around a price of WETH in USDC. `width` is the distance to each
 * side as a fraction.
 */
function rangePool(
  n: number,
  {
    price,
    width,
    dollars,
    only,
    keep = 0.9995,
  }: { price: number; width: number; dollars: number; only?: 'above'; keep?: number },
): PoolView {
  const spot = (price * 1e6) / 1e18
  const depth = (dollars / (1 - 1 / Math.sqrt(1 + width)) / Math.sqrt(price)) * Math.sqrt(1e6 * 1e18)
  const range = (start: number) =>
    createCurve({ keep, starts: [start, start * Math.sqrt(1 + width)], liquidity: [depth], gas: 0 })
  return {
    ...getPool(n, [weth, depth / Math.sqrt(spot) / 1e18], [usdc, (depth * Math.sqrt(spot)) / 1e6]),
    module: 'uniswap-v3',
    spot: { numerator: BigInt(Math.round(price * 1e6)), denominator: 10n ** 18n },
    curve: (sellsWeth) =>
      sellsWeth && only ? undefined : range(sellsWeth ? 1 / Math.sqrt(spot) : Math.sqrt(spot)),
  }
}

function getPrices(pools: PoolView[]) {
  const chain = createLiteralChain({ pools })
  return computeTokenPrices(chain, chain.snapshot()!)
}
