import { encodeFunctionData, parseAbi } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { deployLido } from '../../../devnet/deployers/savings/deploy-lido.ts'
import type { Address } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import { probeTransfers } from '../../chain/tokens/probe-transfers.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { WstEthSourceConfig } from './wsteth-module.ts'

const ETHER = 10n ** 18n
/** Reserves of the pair of wstETH and WETH. */
const RESERVES = { wstEth: 4_000n * ETHER, weth: 4_920n * ETHER }
const FUNDS = 100_000n * ETHER
/** Bounds the rounding of stETH transfers. */
const ROUNDED = 8n
const pairAbi = parseAbi([
  'function createPair(address a, address b) returns (address)',
  'function getPair(address a, address b) view returns (address)',
  'function mint(address to)',
])

let lido: Awaited<ReturnType<ReturnType<typeof deployLido>['addWstEth']>>
let source: WstEthSourceConfig
let tokens: Record<'stETH' | 'wstETH' | 'WETH' | 'DAI', Address>

type Symbol = keyof typeof tokens

/** The devnet with stETH and its wrapper in a pair with WETH. */
const devnet = setupRoutedDevnet(async ({ test, node, config, deploy }, index) => {
  const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
  const mint = (token: Address, to: Address, amount: bigint) =>
    node.write(token, mintAbi, 'mint', [to, amount])
  lido = await deployLido(node, { mint, deploy }).addWstEth()
  const { stEth, wstEth } = lido
  tokens = { stETH: stEth, wstETH: wstEth, WETH: config.weth, DAI: test.token('DAI').address }
  for (const token of [stEth, wstEth]) await mint(token, test.account(TRADER), FUNDS)

  const v2 = config.sources.find(({ kind }) => kind === 'v2')!
  await node.write(v2.factory, pairAbi, 'createPair', [wstEth, config.weth])
  const pair = await test.publicClient.readContract({
    address: v2.factory,
    abi: pairAbi,
    functionName: 'getPair',
    args: [wstEth, config.weth],
  })
  await mint(wstEth, pair, RESERVES.wstEth)
  await test.deal('WETH', pair, RESERVES.weth)
  await test.send({
    to: pair,
    data: encodeFunctionData({ abi: pairAbi, functionName: 'mint', args: [pair] }),
  })

  source = { kind: 'wsteth', index, module: 'lido-wsteth', name: 'Lido wstETH', factory: wstEth }
  return { sources: [source], baseTokens: [wstEth] }
})

beforeAll(async () => {
  const { settlement } = devnet.chain.config
  for (const token of [tokens.stETH, tokens.wstETH])
    await devnet.test.approve(token, settlement, FUNDS, TRADER)
  await devnet.reachesHead()
})

const toRequest = (input: Symbol, output: Symbol, changes: Partial<PriceRequest>) =>
  devnet.toRequest(tokens[input], tokens[output], changes)

/** Quotes, sends, and compares the spent and received amounts with the quote. */
async function trade(input: Symbol, output: Symbol, changes: Partial<PriceRequest>) {
  const { test, chain } = devnet
  if (input === 'WETH' || input === 'DAI') {
    await test.deal(input, test.account(TRADER), FUNDS)
    await test.approve(input, chain.config.settlement, FUNDS, TRADER)
  }
  const traded = await devnet.trade(toRequest(input, output, changes))
  return {
    ...traded,
    promised: BigInt(traded.quote.effectiveOutputAmount),
    modules: traded.quote.liquidityModules.map((one) => one.module).toSorted(),
  }
}

const exact = { slippage: 0 }

describe('wstETH in the router', () => {
  it("has its configured row in the executor's table", async () => {
    const row = await devnet.expectRow(source)
    expect(row.kind).toBe(17)
  })

  it('treats stETH as a token that delivers the sent amount, although a transfer loses up to two units', async () => {
    const { client, config } = devnet.chain
    for (const ofMillion of [1_000_001n, 1_231_072n, 1_231_079n, 1_999_998n]) {
      await lido.report(ofMillion)
      const { number, hash } = await devnet.test.publicClient.getBlock()
      const probed = await probeTransfers(client, {
        holdings: [{ token: tokens.stETH, holders: [tokens.wstETH] }],
        read: createBlockReader(client, { multicall3: config.multicall3, blockHash: hash }),
        block: { blockNumber: number, blockHash: hash },
      })
      expect(probed).toEqual(['plain'])
    }
    expect(devnet.chain.tradableTokens().has(tokens.stETH.toLowerCase() as Address)).toBe(true)
  })

  it.each([123n * ETHER + 7n, 10n ** 15n + 3n, 98_765n * ETHER + 123_456_789n])(
    'wraps %s stETH to the wei of its quote without slippage',
    async (amount) => {
      const { quote, received, promised, modules } = await trade('stETH', 'wstETH', {
        ...exact,
        inputAmount: `${amount}`,
      })
      expect(modules).toEqual(['lido-wsteth'])
      expect(quote.liquidityModules[0]?.kind).toBe('lending')
      expect(received).toBe(promised)
      const { toShares } = await lido.getRate()
      expect(BigInt(quote.outputAmount)).toBe(toShares(amount))
    },
  )

  it.each([123n * ETHER + 7n, 10n ** 15n + 3n, 98_765n * ETHER + 123_456_789n])(
    'unwraps %s wstETH for its quote and a few more units, without slippage',
    async (amount) => {
      const { spent, received, promised, modules } = await trade('wstETH', 'stETH', {
        ...exact,
        inputAmount: `${amount}`,
      })
      expect(modules).toEqual(['lido-wsteth'])
      expect(spent).toBe(amount)
      expect(received - promised).toBeGreaterThanOrEqual(0n)
      expect(received - promised).toBeLessThanOrEqual(ROUNDED)
    },
  )

  it.each([
    ['stETH', 'wstETH', 321n * ETHER + 5n],
    ['wstETH', 'stETH', 321n * ETHER + 5n],
    ['DAI', 'stETH', 2n * ETHER + 5n],
    ['stETH', 'DAI', 7_000n * ETHER + 5n],
  ] as const)('buys with %s exactly the quoted %s', async (input, output, amount) => {
    const { quote, spent, received, promised } = await trade(input, output, {
      ...exact,
      orderType: 'BUY',
      outputAmount: `${amount}`,
    })
    const more = received - promised
    expect(more).toBeGreaterThanOrEqual(0n)
    // A route to DAI may pass a token of six decimals, whose smallest unit buys 10^12 units of DAI.
    const rounded = { stETH: ROUNDED, wstETH: 0n, DAI: 10n ** 12n }
    expect(more).toBeLessThanOrEqual(rounded[output])
    const cost = BigInt(quote.effectiveInputAmount)
    const off = spent - cost
    if (input === 'stETH') expect(off * off).toBeLessThanOrEqual(4n)
    else expect(off).toBe(0n)
  })

  it('connects stETH with other tokens in both directions without slippage', async () => {
    const sold = await trade('stETH', 'DAI', { ...exact, inputAmount: `${40n * ETHER + 3n}` })
    expect(sold.modules).toContain('lido-wsteth')
    expect(sold.received).toBe(sold.promised)
    const bought = await trade('DAI', 'stETH', { ...exact, inputAmount: `${20_000n * ETHER + 3n}` })
    expect(bought.modules).toContain('lido-wsteth')
    expect(bought.received - bought.promised).toBeGreaterThanOrEqual(0n)
    expect(bought.received - bought.promised).toBeLessThanOrEqual(ROUNDED)
  })

  it('reports the gas of both directions with a margin for the proxy of stETH', async () => {
    for (const [input, output] of [
      ['stETH', 'wstETH'],
      ['wstETH', 'stETH'],
    ] as const) {
      const { gasUsed } = await trade(input, output, { inputAmount: `${ETHER}` })
      const request = toRequest(input, output, { inputAmount: `${ETHER}`, computeEstimate: false })
      const { computationUnits } = await devnet.router.quote(request)
      expect(computationUnits - Number(gasUsed)).toBeGreaterThan(40_000)
      expect(computationUnits - Number(gasUsed)).toBeLessThan(80_000)
    }
  })

  it('is simulated at its rate for an account without stETH, or with very little', async () => {
    const poor = devnet.test.account(5)
    const mint = parseAbi(['function mint(address to, uint256 amount)'])
    for (const owned of [0n, 1n, 10n ** 12n]) {
      const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [poor, owned] })
      await devnet.test.send({ to: tokens.stETH, data })
      await devnet.reachesHead()
      const inputAmount = `${5n * ETHER}`
      const quote = await devnet.router.quote(
        toRequest('stETH', 'wstETH', { inputAmount, userAddress: poor }),
      )
      expect(quote).toMatchObject({ revert: false, lowBalance: true, lowAllowance: true })
      const { toShares } = await lido.getRate()
      expect(BigInt(quote.outputAmount)).toBe(toShares(BigInt(inputAmount)))
    }
  })

  it('is quoted at the rate of an oracle report, and stops while stETH is halted', async () => {
    const quote = async () =>
      BigInt(
        (await devnet.router.price(toRequest('stETH', 'wstETH', { inputAmount: `${ETHER}` }))).outputAmount,
      )
    const before = await quote()
    await lido.report(1_300_000n)
    await devnet.reachesHead()
    expect(await quote()).toBe((await lido.getRate()).toShares(ETHER))
    expect(await quote()).not.toBe(before)
    await lido.stop(true)
    await devnet.reachesHead()
    await expect(quote()).rejects.toThrow()
  })
})
