import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParsedPriceRequest } from '../../wire/price-request.ts'
import { type DevnetTrade, type RouterDevnet, startRouterDevnet } from './testing/router-devnet.ts'

const NO_SOLUTION = 'Unable to fetch a solution for the user request'
const PAIRS = [
  ['WETH', 'USDC'],
  ['ETH', 'USDC'],
  ['USDC', 'DAI'],
  ['DAI', 'USDC'],
  ['DAI', 'sDAI'],
  ['WBTC', 'ETH'],
  ['WETH', 'ETH'],
  ['USDC', 'USDT'],
] as const

let devnet: RouterDevnet
beforeAll(async () => {
  devnet = await startRouterDevnet()
})
afterAll(async () => devnet?.stop())

function toRequest(wanted: Omit<DevnetTrade, 'amount'>, units: bigint): ParsedPriceRequest {
  const request = devnet.request({ ...wanted, amount: '1' })
  const field = wanted.orderType === 'BUY' ? 'outputAmount' : 'inputAmount'
  return { ...request, [field]: units.toString() }
}

/** Returns the outcomes of a price and of a quote for the same request. */
async function getOutcomes(request: ParsedPriceRequest): Promise<string[]> {
  const toOutcome = (error: unknown) => (error instanceof Error ? error.message : String(error))
  return Promise.all([
    devnet.router.price(request).then(() => 'priced', toOutcome),
    devnet.router
      .quote(request)
      .then(({ revert, error }) => (revert ? `reverts: ${error}` : 'quoted'), toOutcome),
  ])
}

describe.each(PAIRS)('a trade of %s for %s', (input, output) => {
  it.each([26, 31, 40, 47])('has no solution for a sale of 10^%i base units', async (exponent) => {
    const request = toRequest({ input, output }, 10n ** BigInt(exponent))
    expect(await getOutcomes(request)).toEqual([NO_SOLUTION, NO_SOLUTION])
  })

  it.each([26, 47])('has no solution for a purchase of 10^%i base units', async (exponent) => {
    const request = toRequest({ input, output, orderType: 'BUY' }, 10n ** BigInt(exponent))
    expect(await getOutcomes(request)).toEqual([NO_SOLUTION, NO_SOLUTION])
  })
})

describe('every module', () => {
  it('has no solution for an amount over its liquidity', async () => {
    const modules = devnet.router.liquidity().liquidityModules.ethereum ?? []
    expect(modules.length).toBeGreaterThan(8)
    for (const module of modules) {
      for (const [input, output] of PAIRS) {
        for (const exponent of [26n, 40n]) {
          const request = toRequest({ input, output, modulesFilter: [module] }, 10n ** exponent)
          expect(await getOutcomes(request), `${module} ${input} ${output}`).toEqual([
            NO_SOLUTION,
            NO_SOLUTION,
          ])
        }
      }
    }
  })
})

describe('a purchase near the end of the liquidity', () => {
  it('has a call that succeeds, or no solution', async () => {
    const sale = await devnet.router.price(toRequest({ input: 'WETH', output: 'USDC' }, 10n ** 22n))
    const largest = BigInt(sale.outputAmount)
    const outcomes: string[][] = []
    for (const percent of [50n, 90n, 100n, 120n, 140n, 150n, 1_000n]) {
      const units = (largest * percent) / 100n
      outcomes.push(await getOutcomes(toRequest({ input: 'WETH', output: 'USDC', orderType: 'BUY' }, units)))
    }
    expect(outcomes.slice(0, 2)).toEqual([
      ['priced', 'quoted'],
      ['priced', 'quoted'],
    ])
    expect(outcomes.at(-1)).toEqual([NO_SOLUTION, NO_SOLUTION])
    for (const outcome of outcomes) expect(outcome).not.toContainEqual(expect.stringContaining('reverts'))
  })
})

describe('a partial fill', () => {
  it('sells the part of an oversized amount that the market can trade', async () => {
    const request = toRequest({ input: 'WETH', output: 'USDC', isPartialFill: true }, 10n ** 30n)
    const price = await devnet.router.price(request)
    expect(BigInt(price.effectiveInputAmount)).toBeGreaterThan(10n ** 18n)
    expect(BigInt(price.effectiveInputAmount)).toBeLessThan(10n ** 24n)
    expect(await getOutcomes(request)).toEqual(['priced', 'quoted'])
  })
})
