import { parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { deployPsms, HALTED, PSM_FEES } from '../../../devnet/deployers/savings/deploy-psm.ts'
import type { Address } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { PsmSourceConfig } from './psm-module.ts'

const UNITS = { USDC: 10n ** 6n, DAI: 10n ** 18n, WETH: 10n ** 18n, USDS: 10n ** 18n } as const
type Symbol = keyof typeof UNITS

let module: Awaited<ReturnType<ReturnType<typeof deployPsms>['addPsm']>>
let source: PsmSourceConfig
/** The token that DAI converts to. */
let usds: Address

/** The devnet with a module of USDC and DAI, and a converter of DAI and USDS. */
const devnet = setupRoutedDevnet(async ({ test, node, deploy }, index) => {
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  const { addPsm, addDaiUsds } = deployPsms(node, { mint, deploy })
  const dai = test.token('DAI').address
  module = await addPsm([test.token('USDC').address, dai])
  usds = await deploy('PlainToken')
  const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
  await node.write(usds, mintAbi, 'mint', [test.account(2), 10_000_000n * UNITS.USDS])
  const { converter } = await addDaiUsds([dai, usds])
  source = { kind: 'psm', index, module: 'sky-psm', name: 'Sky PSM', factory: module.psm }
  const converts = {
    ...source,
    index: index + 1,
    module: 'dai-usds',
    name: 'DAI to USDS',
    factory: converter,
  }
  return { sources: [source, converts], baseTokens: [usds] }
})

function toRequest(input: Symbol, output: Symbol, changes: Partial<PriceRequest>) {
  const getAddress = (symbol: Symbol) => (symbol === 'USDS' ? usds : devnet.test.token(symbol).address)
  return devnet.toRequest(getAddress(input), getAddress(output), changes)
}

/** Quotes, sends, and compares the spent and received amounts with the quote. */
async function trade(input: Symbol, output: Symbol, changes: Partial<PriceRequest>) {
  const { test, chain } = devnet
  const request = toRequest(input, output, changes)
  const funds = 100_000_000n * UNITS[input]
  await test.deal(request.inputToken, test.account(TRADER), funds)
  await test.approve(request.inputToken, chain.config.settlement, funds, TRADER)
  const { gasUsed, ...traded } = await devnet.trade(request)
  return {
    ...traded,
    gasOff: Number(gasUsed) / traded.quote.computationUnits - 1,
    modules: traded.quote.liquidityModules.map((one) => one.module),
  }
}

const only = { modulesFilter: ['sky-psm'] }

describe('peg stability module in the router', () => {
  it("has its configured row in the executor's table", async () => {
    const row = await devnet.expectRow(source)
    expect(row.kind).toBe(13)
  })

  it.each([
    ['USDC', 'DAI', 250_000_000_007n],
    ['DAI', 'USDC', 250_000n * UNITS.DAI + 123_456_789_012_345_678n],
    ['USDC', 'DAI', 101_000_003n],
    ['DAI', 'USDC', 101n * UNITS.DAI + 7n],
  ] as const)('sells %s for %s to the wei of its quote', async (input, output, amount) => {
    const { quote, spent, received, gasOff, modules } = await trade(input, output, {
      ...only,
      inputAmount: `${amount}`,
    })
    expect(modules).toEqual(['sky-psm'])
    expect(received.toString()).toBe(quote.effectiveOutputAmount)
    expect(Math.abs(gasOff)).toBeLessThan(0.02)
    // The refund is less than the cost of one more gem.
    expect(amount - spent).toBeLessThan(input === 'DAI' ? 2n * module.factor : 1n)
    expect(amount - spent).toBeGreaterThanOrEqual(0n)
  })

  it.each([
    ['USDC', 'DAI', 250_000n * UNITS.DAI + 123_456_789_012_345_678n],
    ['DAI', 'USDC', 250_000_000_007n],
  ] as const)('buys with %s exactly the quoted %s', async (input, output, amount) => {
    const { quote, spent, received } = await trade(input, output, {
      ...only,
      orderType: 'BUY',
      outputAmount: `${amount}`,
    })
    expect(spent.toString()).toBe(quote.effectiveInputAmount)
    // The receiver keeps the excess of the last gem.
    expect(received).toBeGreaterThanOrEqual(amount)
    expect(received - amount).toBeLessThan(output === 'DAI' ? module.factor : 1n)
  })

  it('takes part in a large trade beside other pools, and in a route through other pools', async () => {
    const large = await trade('USDC', 'DAI', { inputAmount: `${900_000n * UNITS.USDC}` })
    expect(large.modules).toContain('sky-psm')
    expect(large.received.toString()).toBe(large.quote.effectiveOutputAmount)
    expect(Number(large.quote.optimalityGapBps)).toBeLessThan(1)

    const path = { modulesFilter: ['uniswap-v3', 'sky-psm'], inputAmount: `${40n * UNITS.WETH}` }
    for (const output of ['DAI', 'USDC'] as const) {
      const through = await trade('WETH', output, path)
      expect(through.received).toBeGreaterThanOrEqual(BigInt(through.quote.effectiveOutputAmount))
      expect(through.received - BigInt(through.quote.effectiveOutputAmount)).toBeLessThan(2n * module.factor)
    }
  })

  it('does not trade in a halted direction, and sells no more than it holds', async () => {
    const quote = (input: Symbol, output: Symbol, amount: bigint) =>
      devnet.router.price(toRequest(input, output, { ...only, inputAmount: `${amount}` }))
    const million = 1_000_000n
    expect((await quote('USDC', 'DAI', million * UNITS.USDC)).outputAmount).toBeDefined()
    await expect(quote('USDC', 'DAI', 2n * million * UNITS.USDC)).rejects.toThrow()
    await module.file(HALTED, PSM_FEES.tout)
    await devnet.reachesHead()
    await expect(quote('USDC', 'DAI', 1_000n * UNITS.USDC)).rejects.toThrow()
  })
})

describe("Sky's converter in the real router", () => {
  it.each([
    ['DAI', 'USDS', ['dai-usds']],
    ['USDS', 'DAI', ['dai-usds']],
    ['USDC', 'USDS', ['dai-usds', 'sky-psm']],
    ['USDS', 'USDC', ['dai-usds', 'sky-psm']],
  ] as const)('converts %s into %s for its quote in both order types', async (input, output, modules) => {
    const only = { modulesFilter: [...modules], slippage: 0 }
    const amount = 25_000n * UNITS[output] + 7n
    const bought = await trade(input, output, { ...only, orderType: 'BUY', outputAmount: `${amount}` })
    expect(bought.modules.toSorted()).toEqual(modules)
    expect(bought.spent.toString()).toBe(bought.quote.effectiveInputAmount)
    expect(bought.received - amount).toBeGreaterThanOrEqual(0n)
    expect(bought.received - amount).toBeLessThan(input === 'USDC' ? module.factor : 1n)
    const inputAmount = `${33_333n * UNITS[input] + 9n}`
    const sold = await trade(input, output, { ...only, inputAmount })
    expect(sold.received.toString()).toBe(sold.quote.effectiveOutputAmount)
    if (!modules.includes('sky-psm' as never)) expect(sold.quote.outputAmount).toBe(inputAmount)
  })
})
