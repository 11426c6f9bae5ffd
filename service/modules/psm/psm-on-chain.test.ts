import * as v from 'valibot'
import { type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compileOnce } from '../../../contracts/keep.ts'
import { deployPsms, HALTED, PSM_FEES } from '../../../contracts/testing/deploy-psm.ts'
import { readSettlement } from '../../../contracts/testing/read-settlement.ts'
import { createTestChain } from '../../../contracts/testing/test-chain.ts'
import { executorAbi, settlementAbi } from '../../../src/abi/settlement.ts'
import type { Address } from '../../../src/lib/address.ts'
import { type PriceRequest, priceRequestSchema } from '../../../src/wire/price-request.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../testing/devnet.ts'
import { until } from '../../../testing/until.ts'
import { type ChainFollower, createFollowedChain } from '../../chain/followed-chain.ts'
import { toSourceRow } from '../../config/source-rows.ts'
import type { LiquiditySourceConfig, PsmSourceConfig } from '../../config/types.ts'
import { createRouterEngine } from '../../router/router-engine.ts'
import { unhurried } from '../../router/testing/unhurried.ts'

const TRADER = 1
const RECEIVER: Address = '0x00000000000000000000000000000000000A11cE'
const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'
const UNITS = { USDC: 10n ** 6n, DAI: 10n ** 18n, WETH: 10n ** 18n, USDS: 10n ** 18n } as const
type Symbol = keyof typeof UNITS

let devnet: TestDevnet
let test: TestChain
let chain: ChainFollower
let router: ReturnType<typeof createRouterEngine>
let module: Awaited<ReturnType<ReturnType<typeof deployPsms>['addPsm']>>
let source: PsmSourceConfig
/** What DAI is changed into. */
let usds: Address
let id: Hex

/** The devnet, with a module of USDC and DAI, a converter of DAI and USDS, and a settlement that trusts them besides its sources. */
beforeAll(async () => {
  devnet = await startTestDevnet()
  test = devnet.chain()
  const { wsUrl: _, ...config } = devnet.serviceConfig.chains[0]!
  const node = createTestChain(config.rpcUrls[0]!)
  const contracts = await compileOnce('test')
  const deploy = (name: string, args?: unknown[]) => node.deploy(contracts.get(name)!, args)
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  const { addPsm, addDaiUsds } = deployPsms(node, { mint, deploy })
  const dai = test.token('DAI').address
  module = await addPsm([test.token('USDC').address, dai])
  usds = await deploy('PlainToken')
  const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
  await node.write(usds, mintAbi, 'mint', [test.account(2), 10_000_000n * UNITS.USDS])
  const { converter } = await addDaiUsds([dai, usds])
  const index = config.sources.length
  source = { kind: 'psm', index, module: 'sky-psm', name: 'Sky PSM', factory: module.psm }
  const sources: LiquiditySourceConfig[] = [
    ...config.sources,
    source,
    { ...source, index: index + 1, module: 'dai-usds', name: 'DAI to USDS', factory: converter },
  ]
  const settlement = await node.deploy(readSettlement(), [
    config.weth,
    config.permit2,
    TREASURY,
    sources.map(toSourceRow),
  ])
  const executor = await test.publicClient.readContract({
    address: settlement,
    abi: settlementAbi,
    functionName: 'executor',
  })
  const { treasury: __, ...rest } = config
  const baseTokens = [...rest.baseTokens, usds]
  chain = createFollowedChain({ ...rest, baseTokens, sources, settlement, executor }, { pollMs: 50 })
  await chain.start()
  router = createRouterEngine({ chains: [chain], solver: unhurried })
})

beforeEach(async () => {
  id = await test.testClient.snapshot()
})

afterEach(async () => {
  await test.testClient.revert({ id })
  await reachesHead()
})

afterAll(async () => {
  await chain?.stop()
  await devnet?.stop()
})

async function reachesHead() {
  const { hash } = await test.publicClient.getBlock()
  await until(() => chain.snapshot()?.blockHash === hash)
}

const getAddress = (symbol: Symbol) => (symbol === 'USDS' ? usds : test.token(symbol).address)

function toRequest(input: Symbol, output: Symbol, changes: Partial<PriceRequest>) {
  return v.parse(priceRequestSchema, {
    chainID: 'ethereum',
    inputToken: getAddress(input),
    outputToken: getAddress(output),
    userAddress: test.account(TRADER),
    outputReceiver: RECEIVER,
    uniquePID: 'test',
    ...changes,
  })
}

/** Quotes, sends, and compares what was spent and received with what was promised. */
async function trade(input: Symbol, output: Symbol, changes: Partial<PriceRequest>) {
  const request = toRequest(input, output, changes)
  const [sold, bought] = [request.inputToken, request.outputToken]
  const trader = test.account(TRADER)
  const funds = 100_000_000n * UNITS[input]
  await test.deal(sold, trader, funds)
  await test.approve(sold, chain.config.settlement, funds, TRADER)
  await reachesHead()
  const quote = await router.quote(request)
  expect(quote).toMatchObject({ revert: false, error: null, lowBalance: false, lowAllowance: false })
  const received = await test.balanceOf(bought, RECEIVER)
  const { timestamp } = await test.publicClient.getBlock()
  await test.testClient.setNextBlockTimestamp({ timestamp })
  const hash = await test.send({ to: quote.router!, data: quote.calldata!, value: 0n }, TRADER)
  const { gasUsed } = await test.publicClient.getTransactionReceipt({ hash })
  return {
    quote,
    spent: funds - (await test.balanceOf(sold, trader)),
    received: (await test.balanceOf(bought, RECEIVER)) - received,
    gasOff: Number(gasUsed) / quote.computationUnits - 1,
    modules: quote.liquidityModules.map((one) => one.module),
  }
}

const only = { modulesFilter: ['sky-psm'] }

describe('a peg stability module in the real router', () => {
  it('stands in the table as its row of the config says', async () => {
    const row = await test.publicClient.readContract({
      address: chain.config.executor,
      abi: executorAbi,
      functionName: 'source',
      args: [source.index],
    })
    expect(row).toEqual(toSourceRow(source))
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
    expect(Math.abs(gasOff)).toBeLessThan(0.25)
    // Less than one more gem costs is given back.
    expect(amount - spent).toBeLessThan(input === 'DAI' ? 2n * module.factor : 1n)
    expect(amount - spent).toBeGreaterThanOrEqual(0n)
  })

  it.each([
    ['USDC', 'DAI', 250_000n * UNITS.DAI + 123_456_789_012_345_678n],
    ['DAI', 'USDC', 250_000_000_007n],
  ] as const)('buys with %s exactly so much %s for its quote', async (input, output, amount) => {
    const { quote, spent, received } = await trade(input, output, {
      ...only,
      orderType: 'BUY',
      outputAmount: `${amount}`,
    })
    expect(spent.toString()).toBe(quote.effectiveInputAmount)
    // What the last gem brings beyond is the receiver's.
    expect(received).toBeGreaterThanOrEqual(amount)
    expect(received - amount).toBeLessThan(output === 'DAI' ? module.factor : 1n)
  })

  it('is part of a large trade beside other pools, and of one through others, with a bound of both', async () => {
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

  it('is not traded the way that is halted, and sells no more than it holds', async () => {
    const quote = (input: Symbol, output: Symbol, amount: bigint) =>
      router.price(toRequest(input, output, { ...only, inputAmount: `${amount}` }))
    const million = 1_000_000n
    expect((await quote('USDC', 'DAI', million * UNITS.USDC)).outputAmount).toBeDefined()
    await expect(quote('USDC', 'DAI', 2n * million * UNITS.USDC)).rejects.toThrow()
    await module.file(HALTED, PSM_FEES.tout)
    await reachesHead()
    await expect(quote('USDC', 'DAI', 1_000n * UNITS.USDC)).rejects.toThrow()
  })
})

describe("Sky's converter in the real router", () => {
  it.each([
    ['DAI', 'USDS', ['dai-usds']],
    ['USDS', 'DAI', ['dai-usds']],
    ['USDC', 'USDS', ['dai-usds', 'sky-psm']],
    ['USDS', 'USDC', ['dai-usds', 'sky-psm']],
  ] as const)('changes %s into %s for its quote, sold and bought', async (input, output, modules) => {
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
