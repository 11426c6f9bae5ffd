import { decodeAbiParameters, decodeFunctionData, slice } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getContract } from '../../contracts/testing/market-links.ts'
import { routeParameters, settlementAbi } from '../../wire/abi/settlement.ts'
import { type Hex, isNativeToken } from '../../wire/lib/address.ts'
import type { QuoteResult } from '../../wire/quote.ts'
import { PARTNER, type RouterDevnet, STRANGER, startRouterDevnet, TRADER } from './testing/router-devnet.ts'

let devnet: RouterDevnet
let forget: () => Promise<void>

beforeAll(async () => {
  devnet = await startRouterDevnet()
})

beforeEach(async () => {
  forget = await devnet.remember()
})

afterEach(() => forget())

afterAll(() => devnet?.stop())

/** Returns whether the route of a quote trades several pairs of one contract. */
function tradesPairs({ calldata }: QuoteResult): boolean {
  const { args } = decodeFunctionData({ abi: settlementAbi, data: calldata! })
  const [steps] = decodeAbiParameters(routeParameters, slice(args![1] as Hex, 33))
  const contracts = new Map(
    steps.map((step) => [`${step.tokenIn} ${step.tokenOut} ${getContract(step)}`, getContract(step)]),
  )
  return new Set(contracts.values()).size < contracts.size
}

/**
 * Units of an 18-decimal coin per unit of a 6-decimal coin: the most that a StableSwap pool pays
 * above the request.
 */
const FINER = 10n ** 12n

/** Amounts worth about $1M and $5M, by token. */
const LARGE_SALES: Readonly<Record<string, readonly string[]>> = {
  WETH: ['300', '1500'],
  USDC: ['1000000', '5000000'],
  WBTC: ['12', '80'],
  DAI: ['1000000', '5000000'],
  LINK: ['50000', '200000'],
  USDT: ['1000000', '5000000'],
}

describe('an executed purchase', () => {
  it.each([
    ['token for token', 'WETH', 'USDC', '4500', 1],
    ['a large one', 'WETH', 'USDC', '2500000', 6],
    ['a large one across', 'WBTC', 'DAI', '900000', 6],
    ['a large one through one token', 'LINK', 'EURC', '300000', 6],
    ['paid in the native token', 'ETH', 'USDC', '6000', 1],
    ['of the native token', 'LINK', 'ETH', '4', 1],
    ['nearly all that the market has', 'WBTC', 'DAI', '5500000', 6],
    ['over three pools', 'LINK', 'EURC', '5000', 3],
    ['an awkward token in', 'USDT', 'MKR', '2', 1],
    ['an awkward token out', 'WBTC', 'USDT', '30000', 1],
    ['wrapping', 'ETH', 'WETH', '1', 1],
    ['unwrapping', 'WETH', 'ETH', '1', 1],
  ] as const)(
    'delivers the exact output and refunds the remaining input: %s',
    async (_, input, output, amount, steps) => {
      const request = devnet.request({ input, output, amount, orderType: 'BUY', outputReceiver: STRANGER })
      await devnet.fund(input, (BigInt((await devnet.router.price(request)).maxInputAmount!) * 11n) / 10n)
      const quote = await devnet.router.quote(request)
      expect(quote).toMatchObject({ revert: false, error: null, lowBalance: false, lowAllowance: false })
      expect(quote.liquidityModules.length).toBeGreaterThanOrEqual(steps)
      for (const field of ['outputAmount', 'effectiveOutputAmount', 'minOutputAmount'] as const) {
        expect(quote[field]).toBe(request.outputAmount)
      }
      expect(BigInt(quote.maxInputAmount!)).toBeGreaterThanOrEqual(BigInt(quote.inputAmount))
      const changes = quote.simulation?.balanceChanges
      expect(changes).toMatchObject([
        { account: devnet.test.account(TRADER), token: request.inputToken, delta: `-${quote.inputAmount}` },
        { account: STRANGER, token: request.outputToken },
      ])

      const spender = devnet.test.account(TRADER)
      const before = await devnet.test.balanceOf(request.inputToken, spender)
      const held = await devnet.test.balanceOf(request.outputToken, STRANGER)
      const hash = await devnet.send(quote)
      const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - held
      expect(received.toString()).toBe(changes?.[1]?.delta)
      const beyond = received - BigInt(request.outputAmount!)
      expect(beyond >= 0n && beyond < (output === 'DAI' ? FINER : 1n)).toBe(true)
      const receipt = await devnet.test.publicClient.getTransactionReceipt({ hash })
      const fee = isNativeToken(request.inputToken) ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
      const spent = before - (await devnet.test.balanceOf(request.inputToken, spender)) - fee
      expect(spent.toString()).toBe(quote.inputAmount)
      expect(Math.abs(Number(receipt.gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.02)
    },
  )

  it("has a route between any two tokens for 90 % of a large sale's output", async () => {
    const symbols = ['WETH', 'USDC', 'WBTC', 'DAI', 'LINK', 'USDT']
    for (const input of symbols) {
      for (const output of symbols.filter((symbol) => symbol !== input)) {
        for (const amount of LARGE_SALES[input] ?? []) {
          const sold = await devnet.router.price(devnet.request({ input, output, amount }))
          const { inputToken, outputToken } = sold
          const outputAmount = `${(BigInt(sold.outputAmount) * 9n) / 10n}`
          const wanted = { inputToken, outputToken, outputAmount, orderType: 'BUY' as const }
          const bought = await devnet.router.price({
            ...devnet.request({ input, output, amount }),
            ...wanted,
          })
          expect(Number(bought.inputAmount) / Number(sold.inputAmount), `${input} ${output}`).toBeLessThan(1)
        }
      }
    }
  })

  it.each([
    ['paid in the native coin', 'ETH', 'USDC', '6000'],
    ['of the native coin', 'USDC', 'ETH', '3'],
    ['over two pools', 'WBTC', 'ETH', '5'],
  ] as const)('delivers the exact output over a V4 manager: %s', async (_, input, output, amount) => {
    const modulesFilter = ['uniswap-v4']
    const wanted = { input, output, amount, orderType: 'BUY', outputReceiver: STRANGER } as const
    const request = devnet.request({ ...wanted, modulesFilter })
    await devnet.fund(input, (BigInt((await devnet.router.price(request)).maxInputAmount!) * 11n) / 10n)
    const quote = await devnet.router.quote(request)
    expect(quote).toMatchObject({ revert: false, error: null })
    const held = await devnet.test.balanceOf(request.outputToken, STRANGER)
    await devnet.send(quote)
    const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - held
    expect(received.toString()).toBe(request.outputAmount)
  })

  it.each([
    ['of one pool', 'USDC', 'WETH', '2', 'pancakeswap-v3'],
    ['over two pools', 'WBTC', 'USDC', '9000', 'pancakeswap-v3'],
    ['at a fee that a plugin moves', 'USDC', 'WETH', '2', 'algebra'],
    ['at two such fees', 'WETH', 'LINK', '800', 'algebra'],
    ['of a stable pair', 'USDC', 'DAI', '15000', 'dystopia'],
    ['over two pairs', 'WETH', 'DAI', '8000', 'dystopia'],
    ['of a coarser coin', 'xUSD', 'USDT', '25000', 'curve'],
    ['of a stable pool', 'USDC', 'DAI', '15000', 'balancer-v2'],
    ['of a stable pool, by the rate of a share', 'DAI', 'sDAI', '1500', 'balancer-v2'],
  ] as const)(
    'delivers the exact output over PancakeSwap V3, Algebra, Solidly or stable pools: %s',
    async (...parameters) => {
      const [, input, output, amount, module] = parameters
      const modulesFilter = [module]
      const wanted = { input, output, amount, orderType: 'BUY', outputReceiver: STRANGER } as const
      const request = devnet.request({ ...wanted, modulesFilter })
      await devnet.fund(input, (BigInt((await devnet.router.price(request)).maxInputAmount!) * 11n) / 10n)
      const quote = await devnet.router.quote(request)
      expect(quote).toMatchObject({ revert: false, error: null })
      const held = await devnet.test.balanceOf(request.outputToken, STRANGER)
      await devnet.send(quote)
      const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - held
      expect(received.toString()).toBe(request.outputAmount)
    },
  )

  it.each([
    ['that make what it buys', 'WETH', 'DAI', '100000', 'curve', ['uniswap-v3']],
    ['that are paid in what it sells', 'USDC', 'WETH', '33', 'curve', ['uniswap-v2']],
    ['of a weighted pool', 'USDT', 'WBTC', '0.1', 'balancer-v2', ['uniswap-v2']],
  ] as const)(
    'costs exactly the quoted input with two pairs of one contract %s',
    async (_, input, output, amount, module, others) => {
      const modulesFilter = [module, ...others]
      const wanted = { input, output, amount, orderType: 'BUY', outputReceiver: STRANGER } as const
      const request = devnet.request({ ...wanted, modulesFilter })
      await devnet.fund(input, (BigInt((await devnet.router.price(request)).maxInputAmount!) * 11n) / 10n)
      const quote = await devnet.router.quote(request)
      expect(tradesPairs(quote)).toBe(true)
      const spender = devnet.test.account(TRADER)
      const before = await devnet.test.balanceOf(request.inputToken, spender)
      const receipt = await devnet.test.publicClient.getTransactionReceipt({ hash: await devnet.send(quote) })
      expect(Math.abs(Number(receipt.gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.02)
      const spent = before - (await devnet.test.balanceOf(request.inputToken, spender))
      expect(spent.toString()).toBe(quote.inputAmount)
      const received = await devnet.test.balanceOf(request.outputToken, STRANGER)
      const beyond = received - BigInt(request.outputAmount!)
      expect(beyond >= 0n && beyond < (output === 'DAI' ? 2n * FINER : 1n)).toBe(true)
    },
  )

  it('costs exactly the quoted input with several pairs of any contracts', async () => {
    const tokens = ['WETH', 'WBTC', 'USDC', 'USDT', 'DAI', 'LINK'] as const
    const worth = { WETH: 3_000, WBTC: 60_000, USDC: 1, USDT: 1, DAI: 1, LINK: 15 }
    for (const token of tokens) await devnet.fund(token, 10n ** 28n)
    const filters = [['balancer-v2', 'uniswap-v2'], ['curve', 'uniswap-v2'], undefined]
    const trades = tokens.flatMap((input) =>
      tokens.flatMap((output) =>
        input === output ? [] : filters.map((modules) => ({ input, output, modules })),
      ),
    )
    let traded = 0
    for (const { input, output, modules } of trades) {
      const amount = (600_000 / worth[output]).toFixed(2)
      const wanted = { input, output, amount, orderType: 'BUY', outputReceiver: STRANGER } as const
      const request = devnet.request({ ...wanted, ...(modules && { modulesFilter: modules }) })
      const quote = await devnet.router.quote(request).catch(() => undefined)
      if (!quote || !tradesPairs(quote)) continue
      traded += 1
      const [spent] = quote.simulation?.balanceChanges ?? []
      expect(spent?.delta, `${input} to ${output} by ${modules}`).toBe(`-${quote.inputAmount}`)
    }
    expect(traded).toBeGreaterThan(20)
  })

  it('delivers at most the excess of one unit of a coarser coin', async () => {
    const wanted = { input: 'USDC', output: 'DAI', amount: '35000.000000000000000001' } as const
    const purchase = { orderType: 'BUY', outputReceiver: STRANGER } as const
    const request = devnet.request({ ...wanted, ...purchase, modulesFilter: ['curve'] })
    await devnet.fund('USDC', (BigInt((await devnet.router.price(request)).maxInputAmount!) * 11n) / 10n)
    const quote = await devnet.router.quote(request)
    expect(quote).toMatchObject({ revert: false, error: null })
    const held = await devnet.test.balanceOf(request.outputToken, STRANGER)
    const receipt = await devnet.test.publicClient.getTransactionReceipt({ hash: await devnet.send(quote) })
    const received = (await devnet.test.balanceOf(request.outputToken, STRANGER)) - held
    const beyond = received - BigInt(request.outputAmount!)
    expect(beyond).toBeGreaterThan(0n)
    expect(beyond).toBeLessThan(FINER)
    expect(Math.abs(Number(receipt.gasUsed) / quote.computationUnits - 1)).toBeLessThan(0.02)
  })

  it('charges the partner and settlement fees in addition to the output', async () => {
    const request = devnet.request({
      input: 'WETH',
      output: 'USDC',
      amount: '30000',
      orderType: 'BUY',
      partnerFee: 75,
      partnerAddress: PARTNER,
      activateSurplusFee: true,
      outputReceiver: STRANGER,
    })
    await devnet.fund('WETH', 20n * 10n ** 18n)
    const quote = await devnet.router.quote(request)
    const { treasury } = devnet.test.manifest.contracts
    const before = await devnet.test.balanceOf('USDC', treasury)
    await devnet.send(quote)
    const settlementFee = BigInt(quote.settlementFee!)
    expect(await devnet.test.balanceOf('USDC', STRANGER)).toBe(BigInt(request.outputAmount!))
    expect(await devnet.test.balanceOf('USDC', PARTNER)).toBe(BigInt(quote.partnerFee) + settlementFee / 2n)
    expect((await devnet.test.balanceOf('USDC', treasury)) - before).toBe(settlementFee - settlementFee / 2n)
  })

  it.each([
    ['a vault from a token', 'WETH', 'sDAI', '4000'],
    ['a token from a vault', 'sDAI', 'LINK', '100'],
    ['a lent token from a token', 'WBTC', 'aEthUSDC', '20000'],
    ['a large one of a lent token', 'WETH', 'aEthUSDC', '900000'],
  ] as const)('delivers the exact output except for rounded shares: %s', async (_, input, output, amount) => {
    const request = devnet.request({ input, output, amount, orderType: 'BUY', outputReceiver: STRANGER })
    await devnet.fund(input, (BigInt((await devnet.router.price(request)).maxInputAmount!) * 11n) / 10n)
    const quote = await devnet.router.quote(request)
    const spender = devnet.test.account(TRADER)
    const before = await devnet.test.balanceOf(request.inputToken, spender)
    await devnet.send(quote)
    const received = await devnet.test.balanceOf(request.outputToken, STRANGER)
    const beyond = Number(received - BigInt(request.outputAmount!))
    expect(beyond).toBeGreaterThanOrEqual(0)
    expect(beyond).toBeLessThanOrEqual(output.startsWith('aEth') ? 10 : 0)
    const spent = before - (await devnet.test.balanceOf(request.inputToken, spender))
    expect(spent.toString()).toBe(quote.inputAmount)
  })

  it.each([
    ['small', '30000'],
    ['merged over many pools', '2500000'],
  ])('costs at most the quoted maximum after the market has moved: %s', async (_, amount) => {
    const request = devnet.request({ input: 'WETH', output: 'USDC', amount, orderType: 'BUY', slippage: 300 })
    const quote = await devnet.router.quote(request)
    const funds = BigInt(quote.maxInputAmount!)
    const other = devnet.request({ input: 'WETH', output: 'USDC', amount: '40' })
    await devnet.fund('WETH', 60n * 10n ** 18n)
    await devnet.send(await devnet.router.quote(other))
    await devnet.fund('WETH', funds)
    const held = await devnet.test.balanceOf('USDC', devnet.test.account(TRADER))
    await devnet.send(quote)
    const spent = funds - (await devnet.test.balanceOf('WETH', devnet.test.account(TRADER)))
    expect(spent).toBeGreaterThan(BigInt(quote.inputAmount))
    expect(spent).toBeLessThanOrEqual(funds)
    const received = (await devnet.test.balanceOf('USDC', devnet.test.account(TRADER))) - held
    expect(received.toString()).toBe(request.outputAmount)
  })
})
