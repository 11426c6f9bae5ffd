import { describe, expect, it } from 'vitest'
import { createSampleChain, dai, loner, pair, samplePools, usdc, wbtc, weth } from './testing/sample-chain.ts'
import { createUsdPrices } from './usd-prices.ts'

const E18 = 10n ** 18n
const measure = { config: createSampleChain().config, stableDecimals: usdc.decimals }

describe('prices in the reference stable', () => {
  const usd = createUsdPrices(measure, samplePools)

  it('spread along the pools', () => {
    expect(usd.format(usdc.address, 1_500_000n)).toBe('1.5')
    expect(usd.format(weth.address, E18)).toBe('3000')
    expect(usd.format(wbtc.address, 100_000_000n)).toBe('60000')
    expect(usd.format(weth.address, 1_000_000n)).toBe('0.000000003')
  })

  it('tell how much of a token a sum is, rounded up', () => {
    expect(usd.amountFor(usdc.address, 2_000n)).toBe(2_000n)
    expect(usd.amountFor(wbtc.address, 2_000n)).toBe(4n)
    expect(usd.convert(E18, weth.address, usdc.address)).toBe(3_000_000_000n)
    expect(usd.convert(1n, weth.address, usdc.address)).toBe(1n)
  })

  it('are unknown for tokens without a deep pool', () => {
    expect(usd.format(loner.address, 1n)).toBeUndefined()
    expect(usd.amountFor(loner.address, 2_000n)).toBeUndefined()
    const thin = [...samplePools, pair(9, [loner, 10n * E18], [usdc, 10_000_000n])]
    expect(createUsdPrices(measure, thin).format(loner.address, E18)).toBeUndefined()
  })

  it('are never passed on by a token that is not a base token', () => {
    const behind = [...samplePools, pair(9, [loner, 10n ** 24n], [dai, 10n ** 24n])]
    expect(createUsdPrices(measure, behind).format(loner.address, E18)).toBeUndefined()
  })

  it('follow the deepest pool', () => {
    const skewed = [...samplePools, pair(9, [usdc, 2_000_000_000n], [weth, E18 / 100n])]
    expect(createUsdPrices(measure, skewed).format(weth.address, E18)).toBe('3000')
  })
})
