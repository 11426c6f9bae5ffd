import { parseAbi } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployPsms } from '../../../devnet/deployers/savings/deploy-psm.ts'
import { deploySavings } from '../../../devnet/deployers/savings/deploy-savings.ts'
import type { TestChain } from '../../../devnet/setup/test-chain.ts'
import type { Address } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import type { Pool } from '../core/pool.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { Erc4626SourceConfig } from './vault-module.ts'
import { createVaultModule } from './vault-module.ts'

/** `npm test` draws a prefix of the quotes of `npm run proof fuzz` for each vault. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 3_000 : 150
/** Pauses between quotes, up to a week each, with few blocks. Each test reverts them. */
const SPELLS = 15
const [DAY_SECONDS, WEEK_SECONDS] = [86_400n, 604_800n]
const UNIT = 10n ** 18n
const FUNDS = 10_000_000n * UNIT
const vaultAbi = parseAbi([
  'function deposit(uint256, address) returns (uint256)',
  'function previewDeposit(uint256) view returns (uint256)',
  'function previewMint(uint256) view returns (uint256)',
  'function previewRedeem(uint256) view returns (uint256)',
  'function previewWithdraw(uint256) view returns (uint256)',
  'function redeem(uint256, address, address) returns (uint256)',
])
const tokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function totalSupply() view returns (uint256)',
])

type Symbol = 'DAI' | 'USDS' | 'USDC' | 'WETH' | 'sDAI' | 'sUSDS'
type Savings = 'sDAI' | 'sUSDS'

let node: TestChain
let sDai: Awaited<ReturnType<ReturnType<typeof deploySavings>['addSDai']>>
let sUsds: Awaited<ReturnType<ReturnType<typeof deploySavings>['addSUsds']>>
let liar: Awaited<ReturnType<ReturnType<typeof deploySavings>['addSUsds']>>
let tokens: Record<Symbol, Address>
let sources: Record<Savings, Erc4626SourceConfig>

/** The devnet with both vaults and Sky's converter between their tokens. */
const devnet = setupRoutedDevnet(async (tools, index) => {
  const { test, deploy } = tools
  node = tools.node
  const { addSDai, addSUsds } = deploySavings(node, { deploy })
  const usds = await deploy('PlainToken')
  const dai = test.token('DAI').address
  sDai = await addSDai(dai)
  sUsds = await addSUsds(usds)
  liar = await addSUsds(usds, 'LyingSavings')
  tokens = {
    DAI: dai,
    USDS: usds,
    USDC: test.token('USDC').address,
    WETH: test.token('WETH').address,
    sDAI: sDai.vault,
    sUSDS: sUsds.vault,
  }
  const { deployer } = node.accounts
  await test.deal(dai, deployer, 3n * FUNDS)
  await node.write(usds, tokenAbi, 'mint', [deployer, 3n * FUNDS])
  await node.write(usds, tokenAbi, 'mint', [test.account(TRADER), FUNDS])
  for (const { vault, asset } of [sDai, sUsds, liar]) {
    await node.approve(asset, vault, 3n * FUNDS)
    await node.write(vault, vaultAbi, 'deposit', [FUNDS / 2n, deployer])
    await node.passTime(WEEK_SECONDS)
    await node.write(vault, vaultAbi, 'deposit', [FUNDS / 2n, test.account(TRADER)])
  }
  await node.passTime(30n * WEEK_SECONDS)
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  const { converter } = await deployPsms(node, { mint, deploy }).addDaiUsds([dai, usds])
  const vault = { kind: 'erc4626', name: 'Savings' } as const
  sources = {
    sDAI: { ...vault, index, module: 'sdai', factory: sDai.vault },
    sUSDS: { ...vault, index: index + 1, module: 'susds', factory: sUsds.vault },
  }
  const converts = { kind: 'psm', index: index + 2, module: 'dai-usds', name: 'DAI to USDS' } as const
  const lies = { ...vault, index: index + 3, module: 'liar', factory: liar.vault } as const
  return {
    sources: [...Object.values(sources), { ...converts, factory: converter }, lies],
    baseTokens: [usds],
  }
})

beforeAll(async () => {
  const { test, chain } = devnet
  await test.deal('DAI', test.account(TRADER), FUNDS)
  await test.deal('WETH', test.account(TRADER), 1_000n * UNIT)
  for (const token of [...Object.values(tokens), liar.vault]) {
    await test.approve(token, chain.config.settlement, FUNDS, TRADER)
  }
})

beforeEach(() => devnet.reachesHead())

const getPool = (symbol: Savings): Pool => {
  const pool = devnet.chain.snapshot()?.poolIndex.contract(tokens[symbol].toLowerCase() as Address)
  if (!pool) throw new Error(`${symbol} is not traded`)
  return pool
}

async function passTime(seconds: bigint) {
  await node.passTime(seconds)
  await devnet.reachesHead()
}

async function trade(input: Symbol, output: Symbol, changes: Partial<PriceRequest>) {
  const request = devnet.toRequest(tokens[input], tokens[output], { slippage: 0, ...changes })
  const traded = await devnet.trade(request)
  return { ...traded, modules: traded.quote.liquidityModules.map((one) => one.module).toSorted() }
}

/** Reads a vault outside of the router at the latest block. */
async function sample(vault: Address): Promise<Pool | undefined> {
  await devnet.reachesHead()
  const { chain } = devnet
  const { multicall3, executor } = chain.config
  const read = createBlockReader(chain.client, { multicall3, blockHash: chain.snapshot()!.blockHash })
  const [pool] = await createVaultModule({ ...sources.sUSDS, factory: vault }, executor).sample(read)
  return pool
}

const totalSupply = (token: Address) =>
  devnet.chain.client.readContract({ address: token, abi: tokenAbi, functionName: 'totalSupply' })

describe.each(['sDAI', 'sUSDS'] as const)('%s in the router', (symbol) => {
  const asset = symbol === 'sDAI' ? 'DAI' : 'USDS'
  const module = symbol === 'sDAI' ? 'sdai' : 'susds'
  const only = { modulesFilter: [module] }

  it("has a vault row in the executor's table and grows every second without a transaction", async () => {
    expect((await devnet.expectRow(sources[symbol])).kind).toBe(4)
    const before = getPool(symbol).spot.denominator
    expect(before).toBeGreaterThan((10n ** 27n * 102n) / 100n)
    await passTime(1n)
    const rise = getPool(symbol).spot.denominator - before
    expect(rise).toBeGreaterThan(before / 10n ** 9n)
    expect(rise).toBeLessThan(before / 10n ** 8n)
  })

  it(`equals its own previews for ${QUOTES} amounts, over weeks, with and without drips`, async () => {
    const { client, config } = devnet.chain
    const random = createRandom(symbol.length)
    const rates = new Set<bigint>()
    let filled = 0
    for (let i = 0; i < QUOTES; i += 1) {
      if (i % (QUOTES / SPELLS) === 0) {
        const isDripped = random.next() < 0.3
        await node.passTime(1n + BigInt(Math.floor(random.next() * Number(WEEK_SECONDS))))
        if (isDripped) await (symbol === 'sDAI' ? sDai : sUsds).drip()
        await devnet.reachesHead()
      }
      const pool = getPool(symbol)
      rates.add(pool.spot.denominator)
      const [isDeposit, isInput] = [random.next() < 0.5, random.next() < 0.5]
      const amount = BigInt(Math.ceil(10 ** (random.next() * 25)))
      const [sold, bought] = isDeposit
        ? (['previewDeposit', 'previewMint'] as const)
        : (['previewRedeem', 'previewWithdraw'] as const)
      const swap = isInput ? pool.exactInput(isDeposit, amount) : pool.exactOutput(isDeposit, amount)
      if (!swap) continue
      const { blockNumber } = devnet.chain.snapshot()!
      const functionName = isInput ? sold : bought
      const address = config.sources[sources[symbol].index]!.factory
      const previewed = await client.readContract({
        address,
        abi: vaultAbi,
        functionName,
        args: [amount],
        blockNumber,
      })
      expect(isInput ? swap.amountOut : swap.amountIn, `${functionName} ${amount}`).toBe(previewed)
      filled += 1
    }
    expect(rates.size).toBe(SPELLS)
    expect(filled).toBeGreaterThan(QUOTES * 0.8)
  })

  it('deposits and redeems for the quoted amounts to the wei, in both order types, over weeks, without slippage', async () => {
    for (const [i, wait] of [1n, DAY_SECONDS, 3n * WEEK_SECONDS].entries()) {
      await passTime(wait)
      const amount = 10n ** BigInt(13 + 2 * i) * 1_234_567n + 7n
      for (const [input, output] of [
        [asset, symbol],
        [symbol, asset],
      ] as const) {
        const sold = await trade(input, output, { ...only, inputAmount: `${amount}` })
        expect([sold.spent, sold.received.toString()]).toEqual([amount, sold.quote.effectiveOutputAmount])
        const bought = await trade(input, output, { ...only, orderType: 'BUY', outputAmount: `${amount}` })
        expect([bought.spent.toString(), bought.received]).toEqual([
          bought.quote.effectiveInputAmount,
          amount,
        ])
        expect([sold.modules, bought.modules]).toEqual([[module], [module]])
      }
    }
  })

  it('pays and takes more than quoted a second later, so that only the minimum output is guaranteed', async () => {
    const { router, test } = devnet
    const later = async (input: Symbol, output: Symbol, slippage: number) => {
      const amount = `${1_000n * UNIT}`
      const request = devnet.toRequest(tokens[input], tokens[output], {
        ...only,
        inputAmount: amount,
        slippage,
      })
      const quote = await router.quote(request)
      const before = await test.balanceOf(tokens[output], request.outputReceiver)
      await test.passTime(12n)
      await test.send({ to: quote.router!, data: quote.calldata!, value: 0n }, TRADER)
      await devnet.reachesHead()
      return (
        (await test.balanceOf(tokens[output], request.outputReceiver)) -
        before -
        BigInt(quote.effectiveOutputAmount)
      )
    }
    const more = await later(symbol, asset, 0)
    expect(more).toBeGreaterThan(UNIT / 100_000n)
    expect(more).toBeLessThan(UNIT / 10_000n)
    await expect(later(asset, symbol, 0)).rejects.toThrow()
    const less = -(await later(asset, symbol, 1))
    expect(less).toBeGreaterThan(UNIT / 100_000n)
    expect(less).toBeLessThan(UNIT / 10_000n)
  })

  it('pays out all shares, including earnings since the last drip', async () => {
    const supply = await totalSupply(tokens[symbol])
    const pool = getPool(symbol)
    const all = pool.exactInput(false, supply)
    expect(all).toBeDefined()
    expect(pool.exactInput(false, supply + 1n)).toBeUndefined()
    expect(pool.curve(false)).toBeDefined()
    const { deployer } = node.accounts
    const trader = devnet.test.account(TRADER)
    const own = await node.balanceOf(tokens[symbol], deployer)
    const { timestamp } = await node.client.getBlock()
    const paid: bigint[] = []
    for (const [holder, shares] of [
      [deployer, own],
      [trader, supply - own],
    ] as const) {
      const before = await node.balanceOf(tokens[asset], holder)
      await node.client.setNextBlockTimestamp({ timestamp })
      await node.write(tokens[symbol], vaultAbi, 'redeem', [shares, holder, holder], { from: holder })
      paid.push((await node.balanceOf(tokens[asset], holder)) - before)
    }
    expect(all!.amountOut - paid[0]! - paid[1]!).toBeLessThanOrEqual(1n)
  })

  it('reports the gas of both directions with a margin for missing parts of the ports', async () => {
    for (const [input, output] of [
      [asset, symbol],
      [symbol, asset],
    ] as const) {
      await passTime(1_000n)
      const params = { ...only, inputAmount: `${UNIT}` }
      await trade(input, output, params)
      await passTime(1_000n)
      const { gasUsed } = await trade(input, output, params)
      const request = devnet.toRequest(tokens[input], tokens[output], { ...params, computeEstimate: false })
      const { computationUnits } = await devnet.router.quote(request)
      // Allows for the vat's accounting and the proxies.
      expect(computationUnits - Number(gasUsed)).toBeGreaterThan(30_000)
      expect(computationUnits - Number(gasUsed)).toBeLessThan(70_000)
    }
  })
})

describe('savings on longer routes', () => {
  it.each([
    ['WETH', 'sDAI', ['sdai']],
    ['sDAI', 'WETH', ['sdai']],
    ['DAI', 'sUSDS', ['dai-usds', 'susds']],
    ['sUSDS', 'DAI', ['dai-usds', 'susds']],
    ['sDAI', 'sUSDS', ['dai-usds', 'sdai', 'susds']],
    ['sUSDS', 'USDC', ['dai-usds', 'susds']],
  ] as const)(
    'execute quotes from %s to %s in both order types without slippage',
    async (input, output, used) => {
      const amount = (input === 'WETH' ? 3n : 9_000n) * UNIT + 7n
      const sold = await trade(input, output, { inputAmount: `${amount}` })
      expect(sold.modules).toEqual(expect.arrayContaining([...used]))
      expect(sold.received.toString()).toBe(sold.quote.effectiveOutputAmount)
      const bought = await trade(input, output, { orderType: 'BUY', outputAmount: `${sold.received / 2n}` })
      expect(bought.spent.toString()).toBe(bought.quote.effectiveInputAmount)
      expect(bought.received).toBeGreaterThanOrEqual(sold.received / 2n)
    },
  )
})

describe('closed savings', () => {
  it('neither accept nor pay DAI after its join is closed, while sUSDS continues', async () => {
    const open = () => {
      const { exactInput } = getPool('sDAI')
      return [exactInput(true, UNIT) !== undefined, exactInput(false, UNIT) !== undefined]
    }
    expect(open()).toEqual([true, true])
    await sDai.closeJoin()
    await devnet.reachesHead()
    expect(open()).toEqual([false, false])
    expect(getPool('sDAI').isHealthy).toBe(false)
    const price = (input: Symbol, output: Symbol) =>
      devnet.router.price(devnet.toRequest(tokens[input], tokens[output], { inputAmount: `${UNIT}` }))
    await expect(price('DAI', 'sDAI')).rejects.toThrow()
    await expect(price('sDAI', 'DAI')).rejects.toThrow()
    expect((await price('USDS', 'sUSDS')).outputAmount).toBeDefined()
  })

  it('stop earning, also for the seconds since the last drip, when the pot is caged, and still pay', async () => {
    await passTime(WEEK_SECONDS)
    const before = getPool('sDAI').spot.denominator
    await sDai.cagePot()
    await passTime(DAY_SECONDS)
    expect(getPool('sDAI').spot.denominator).toBeLessThan(before)
    const sold = await trade('sDAI', 'DAI', { modulesFilter: ['sdai'], inputAmount: `${UNIT}` })
    expect(sold.received.toString()).toBe(sold.quote.effectiveOutputAmount)
  })
})

describe('dishonest savings', () => {
  it('are skipped if their rate, last rate and previews are inconsistent', async () => {
    expect((await sample(liar.vault))?.spot.denominator).toBeGreaterThan(10n ** 27n)
    for (const lie of [1, 2] as const) {
      await liar.setLie(lie)
      expect(await sample(liar.vault)).toBeUndefined()
    }
  })

  it('have a price, and a quote that reports a revert, after they start to lie', async () => {
    const { router, toRequest } = devnet
    const request = toRequest(tokens.USDS, liar.vault, { inputAmount: `${1_000n * UNIT}`, slippage: 0 })
    const honest = await router.quote(request)
    expect(honest.revert).toBe(false)
    await liar.setLie(3)
    await devnet.reachesHead()
    const back = toRequest(liar.vault, tokens.USDS, { inputAmount: `${1_000n * UNIT}`, slippage: 0 })
    expect((await router.price(back)).outputAmount).toBeDefined()
    const quote = await router.quote(back)
    expect(quote.revert).toBe(true)
    expect(quote.error).toMatch(/^InsufficientOutput/)
  })
})
