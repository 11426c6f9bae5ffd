import { toFunctionSelector, toHex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileOnce } from '../../../contracts/compile-once.ts'
import { deployCryptoswap } from '../../../devnet/deployers/curve/deploy-cryptoswap.ts'
import { type Address, NATIVE_TOKEN, sameAddress, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import { until } from '../../../wire/testing/until.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { CryptoswapSourceConfig } from './cryptoswap-module.ts'
import { createCryptoswapModule } from './cryptoswap-module.ts'

/** `npm test` draws a prefix of the quotes of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 4_000 : 200
const GET_DY = toFunctionSelector('get_dy(uint256,uint256,uint256)')
const VIEWS = toFunctionSelector('views_implementation()')
const UNIT = 10n ** 18n
const FUNDS = 100_000_000n
const PRICES = [60_000n * UNIT, 3_000n * UNIT]
const A_DAY = 86_400n
/** Outside the bounds of each parameter, so that the parameter stays unchanged. */
const KEEP = 2n ** 256n - 1n
/** A two-coin pool with the minimum fee and thirty times the holdings of the others. */
const DEEPER = {
  ...{ prices: PRICES.slice(0, 1), midFee: 500_000n, outFee: 500_000n },
  balances: [30_000_000n * 10n ** 6n, 500n * 10n ** 8n],
}

type Cryptoswap = Awaited<ReturnType<typeof deployCryptoswap>>

let deployed: Cryptoswap
let sources: Record<'two' | 'three' | 'native', CryptoswapSourceConfig>
let tokens: Record<'DAI' | 'USD' | 'BTC' | 'ETHER', Address>
let pools: Record<'two' | 'pegged' | 'three' | 'otherCode', Address>
let two: Awaited<ReturnType<Cryptoswap['addPool']>>
let three: typeof two
/**
 * Pools of the first three-coin code, which treat the wrapped native coin or another coin as
 * native.
 */
let native: typeof two
let forged: typeof two

const devnet = setupRoutedDevnet(async ({ test, node, config, deploy }, index) => {
  const contracts = await compileOnce('test')
  const artifact = (name: string) => {
    const found = contracts.get(name)
    if (!found) throw new Error(`There is no contract ${name}`)
    return found
  }
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  deployed = await deployCryptoswap(node, { artifact, mint, deploy })
  const add = async (decimals: number) => lower(await deploy('RatedToken', [decimals, ZERO_ADDRESS]))
  tokens = {
    DAI: lower(test.token('DAI').address),
    USD: await add(6),
    BTC: await add(8),
    ETHER: await add(18),
  }
  const { DAI, USD, BTC, ETHER } = tokens
  two = await deployed.addPool([DAI, BTC], { prices: PRICES.slice(0, 1) })
  const pegged = await deployed.addPool([DAI, USD], { amplification: 20_000_000n, gamma: 10n ** 15n })
  three = await deployed.addPool([USD, BTC, ETHER], { prices: PRICES })
  const otherCode = lower(await deploy('HostileStablePool', [DAI, USD]))
  await deployed.addListed(otherCode, [DAI, USD])
  const [coin, other] = [await add(6), await add(8)]
  native = await deployed.addPool([coin, other, config.weth], { prices: PRICES, native: config.weth })
  forged = await deployed.addPool([coin, config.weth, other], { prices: PRICES.toReversed(), native: coin })
  pools = {
    two: lower(two.pool),
    pegged: lower(pegged.pool),
    three: lower(three.pool),
    otherCode,
  }
  const shared = { kind: 'cryptoswap', name: 'Curve' } as const
  sources = {
    two: { ...shared, index, module: 'curve-twocrypto', factory: deployed.twoFactory },
    three: { ...shared, index: index + 1, module: 'curve-tricrypto', factory: deployed.threeFactory },
    native: { ...shared, index: index + 2, module: 'curve-tricrypto-native', factory: native.factory },
  }
  return { sources: Object.values(sources), baseTokens: [BTC, USD] }
})

beforeAll(async () => {
  const { test, chain } = devnet
  for (const token of Object.values(tokens)) {
    await test.deal(token, test.account(TRADER), FUNDS * UNIT)
    await test.approve(token, chain.config.settlement, FUNDS * UNIT, TRADER)
  }
  await devnet.reachesHead()
})

const trade = async (
  input: keyof typeof tokens,
  output: keyof typeof tokens,
  changes: Partial<PriceRequest>,
) => {
  const request = devnet.toRequest(tokens[input], tokens[output], { slippage: 0, ...changes })
  const traded = await devnet.trade(request)
  return { ...traded, modules: traded.quote.liquidityModules.map((one) => one.module) }
}

const lower = (address: Address) => address.toLowerCase() as Address

const getPool = (address: Address) => devnet.chain.snapshot()?.poolIndex.contract(address)

function createReader() {
  const { chain } = devnet
  const { multicall3 } = chain.config
  const { blockHash } = chain.snapshot()!
  return createBlockReader(chain.client, { multicall3, blockHash })
}

const createModule = (name: keyof typeof sources) =>
  createCryptoswapModule(sources[name], devnet.chain.config)

/** Loads the pool again at the block of the snapshot. */
async function reload(address: Address): Promise<Pool | undefined> {
  const isNative = address === lower(native.pool)
  const module = createModule(isNative ? 'native' : address === pools.three ? 'three' : 'two')
  const read = createReader()
  const { pools: listed } = await module.listPools!(read, 0)
  const wanted = listed.filter((one) => one.address === address)
  return (await module.load(wanted, read))[0]
}

async function expectFollowed(...wanted: Address[]) {
  await devnet.reachesHead()
  for (const address of wanted) {
    const reloaded = await reload(address)
    expect(reloaded?.isHealthy).toBe(true)
    expect(reloaded?.fingerprint()).toBe(getPool(address)?.fingerprint())
  }
}

async function passTo(timestamp: bigint) {
  await devnet.test.testClient.setNextBlockTimestamp({ timestamp })
  await devnet.test.testClient.mine({ blocks: 1 })
}

/** Creates a pool and waits until it is followed. */
async function addFound(coins: readonly Address[], params: Parameters<Cryptoswap['addPool']>[1]) {
  const address = lower((await deployed.addPool(coins, params)).pool)
  await until(async () => {
    // Missed pools are read with the next block.
    await devnet.test.testClient.mine({ blocks: 1 })
    await devnet.reachesHead()
    return getPool(address) !== undefined
  })
  return address
}

describe('CryptoSwap pools in the router', () => {
  it("have the rows of their factories in the executor's table", async () => {
    for (const source of Object.values(sources)) expect((await devnet.expectRow(source)).kind).toBe(20)
  })

  it('have known code with two or three coins', () => {
    const found = Object.entries(pools).filter(([, address]) => getPool(address))
    expect(found.map(([name]) => name)).toEqual(['two', 'pegged', 'three'])
    expect(getPool(pools.two)?.siblings).toEqual([])
    expect(getPool(pools.three)?.siblings).toHaveLength(2)
    for (const [, address] of found) expect(getPool(address)?.watched).toEqual([])
  })

  it('are listed with all of their coins', async () => {
    const { pools: listed } = await createModule('three').listPools!(createReader(), 0)
    const { USD, BTC, ETHER } = tokens
    expect(listed).toEqual([
      { address: pools.three, tokens: [USD, BTC], others: [ETHER], fee: 0, tickSpacing: 0 },
    ])
    const { count, pools: pairs } = await createModule('two').listPools!(createReader(), 0)
    expect([count, pairs.length]).toEqual([3, 3])
    expect(pairs[0]).toEqual({
      address: pools.two,
      tokens: [tokens.DAI, tokens.BTC],
      fee: 0,
      tickSpacing: 0,
    })
  })

  it('are valued by their own accounted balances', async () => {
    const read = createReader()
    for (const name of ['two', 'three'] as const) {
      const { pools: listed } = await createModule(name).listPools!(read, 0)
      const [held] = (await createModule(name).measure?.(listed, read)) ?? []
      const own = getPool(pools[name])
      const last = own?.siblings?.at(-1)
      expect(held).toEqual([...(own?.depth ?? []), ...(last ? [last.depth[1]] : [])])
    }
  })

  it('are confirmed if the factory returns their coins', async () => {
    const right: PoolIdentity = {
      address: pools.two,
      tokens: [tokens.DAI, tokens.BTC],
      fee: 0,
      tickSpacing: 0,
    }
    const identities = [
      right,
      { ...right, tokens: [tokens.BTC, tokens.DAI] as const },
      { ...right, address: pools.three },
      { ...right, address: tokens.DAI },
      { ...right, fee: 1 },
      { ...right, tickSpacing: 1 },
    ]
    const confirmed = await createModule('two').confirm(identities, createReader())
    expect(confirmed).toEqual([true, false, false, false, false, false])
  })

  it('are skipped if their first results differ from the computed ones, but not after they have matched once', async () => {
    const read = createReader()
    const lying: BlockReader = async (calls) =>
      (await read(calls)).map((result, i) => {
        const isPrice = calls[i]?.data.startsWith(GET_DY)
        return result && isPrice && i === 3 ? toHex(BigInt(result) + 1n, { size: 32 }) : result
      })
    const module = createModule('two')
    const { pools: listed } = await module.listPools!(read, 0)
    const wanted = listed.filter(({ address }) => address === pools.two)
    expect(await module.load(wanted, lying)).toEqual([])
    expect(await module.load(wanted, read)).toHaveLength(1)
    expect(await module.load(wanted, lying)).toHaveLength(1)
  })

  it('are compared again after their factory uses other views', async () => {
    const module = createModule('two')
    const { pools: listed } = await module.listPools!(createReader(), 0)
    const wanted = listed.filter(({ address }) => address === pools.two)
    const load = (views: bigint, isLying: boolean) => {
      const read = createReader()
      return module.load(wanted, async (calls) =>
        (await read(calls)).map((result, i) => {
          if (calls[i]?.data === VIEWS) return toHex(views, { size: 32 })
          const isWrong = isLying && result && calls[i]?.data.startsWith(GET_DY)
          return isWrong ? toHex(BigInt(result) + 1n, { size: 32 }) : result
        }),
      )
    }
    expect(await load(1n, false)).toHaveLength(1)
    expect(await load(1n, true)).toHaveLength(1)
    expect(await load(2n, true)).toEqual([])
    expect(await load(2n, false)).toHaveLength(1)
  })

  it('are skipped if they treat another coin as native, because the pool creator may own that coin', async () => {
    expect(getPool(lower(native.pool))?.isHealthy).toBe(true)
    expect(getPool(lower(native.pool))?.siblings).toHaveLength(2)
    expect(getPool(lower(forged.pool))).toBeUndefined()
    const module = createModule('native')
    const { pools: listed } = await module.listPools!(createReader(), 0)
    expect(listed).toHaveLength(2)
    expect(await module.load(listed, createReader())).toHaveLength(1)
  })

  it('are valued by their real balances including the native coin, and do not trade with less than they account for', async () => {
    const { test } = devnet
    const address = lower(native.pool)
    const [coin, other, weth] = native.coins as [Address, Address, Address]
    await test.deal(NATIVE_TOKEN, weth, FUNDS * UNIT)
    await native.change('unwrap', 100n * UNIT)
    await devnet.reachesHead()
    const { pools: listed } = await createModule('native').listPools!(createReader(), 0)
    const wanted = listed.filter((one) => one.address === address)
    const measure = async () => (await createModule('native').measure?.(wanted, createReader()))?.[0]
    const counted = await Promise.all([0n, 1n, 2n].map((k) => native.ask('balances', k)))
    expect(await measure()).toEqual(counted)
    expect((await reload(address))?.isHealthy).toBe(true)

    for (const [token, coinIndex] of [
      [coin, 0],
      [other, 1],
      [weth, 2],
    ] as const) {
      const id = await test.testClient.snapshot()
      await test.deal(token, native.pool, 1n)
      await test.testClient.mine({ blocks: 1 })
      await devnet.reachesHead()
      expect(await measure()).toEqual(counted.with(coinIndex, token === weth ? 100n * UNIT + 1n : 1n))
      const reloaded = await reload(address)
      expect(reloaded?.isHealthy).toBe(false)
      // A coin balance may change without a log, so an audit must ignore it.
      expect(reloaded?.fingerprint()).toBe(getPool(address)?.fingerprint())
      await test.testClient.revert({ id })
    }
  })

  it('are followed when anyone makes them account for donations without a log', async () => {
    const address = lower(native.pool)
    expect(getPool(address)?.watched).toHaveLength(5)
    const held = await native.ask('balances', 0n)
    await devnet.test.deal(native.coins[0] ?? ZERO_ADDRESS, native.pool, held + 1_234_567n)
    await expectFollowed(address)
    const before = getPool(address)
    await native.change('claim_admin_fees')
    await expectFollowed(address)
    expect(getPool(address)?.depth[0]).toBe(held + 1_234_567n)
    expect(getPool(address)?.fingerprint()).not.toBe(before?.fingerprint())
  })

  it('keep trading while their factory does not respond, but are missing from a module without a first response', async () => {
    const read = createReader()
    const silent: BlockReader = async (calls) =>
      (await read(calls)).map((result, i) =>
        sameAddress(calls[i]?.to ?? ZERO_ADDRESS, deployed.twoFactory) ? undefined : result,
      )
    const module = createModule('two')
    await expect(module.listPools!(silent, 0)).rejects.toThrow('did not return its number of pools')
    const { pools: listed } = await module.listPools!(read, 0)
    expect(await module.load(listed, silent)).toHaveLength(2)
    await expect(createModule('two').load(listed, silent)).rejects.toThrow('returned no data for its pools')
  })

  it(`quote the outputs and inputs of their contracts for ${QUOTES} amounts of all sizes`, async () => {
    const { client } = devnet.chain
    const account = devnet.test.account(0)
    for (const { coins, pool } of [two, three]) {
      for (const coin of coins) {
        await devnet.test.deal(coin, account, FUNDS * UNIT)
        await devnet.test.approve(coin, pool, FUNDS * UNIT, 0)
      }
    }
    const random = createRandom(31)
    let [sold, bought, refused] = [0, 0, 0]
    await devnet.reachesHead()
    const pairs = [two, three].flatMap(({ pool, abi, coins }) => {
      const own = getPool(pool.toLowerCase() as Address)
      return [own!, ...(own?.siblings ?? [])].map((pair) => ({ pair, pool, abi, coins }))
    })
    for (let i = 0; i < QUOTES; i += 1) {
      const { pair, pool, abi, coins } = pairs[i % pairs.length]!
      const zeroForOne = random.next() < 0.5
      const [from, to] = zeroForOne ? pair.tokens : [pair.tokens[1], pair.tokens[0]]
      const indexes = [from, to].map((token) => coins.findIndex((coin) => coin.toLowerCase() === token))
      const size = 10 ** (random.next() * 9.5 - 9)
      const amount = BigInt(Math.ceil(Number(pair.depth[zeroForOne ? 0 : 1]) * size))
      const call = { address: pool, abi, account } as const
      const pays = (amountIn: bigint) =>
        client.simulateContract({ ...call, functionName: 'exchange', args: [...indexes, amountIn, 0n] }).then(
          ({ result }) => result as bigint,
          () => undefined,
        )
      const paid = await pays(amount)
      const quoted = pair.exactInput(zeroForOne, amount)
      expect(quoted?.amountOut).toBe(paid || undefined)
      if (!quoted) {
        refused += 1
        continue
      }
      sold += 1
      const purchase = pair.exactOutput(zeroForOne, quoted.amountOut)
      if (!purchase) continue
      const brings = (await pays(purchase.amountIn)) ?? 0n
      expect(brings).toBeGreaterThanOrEqual(quoted.amountOut)
      bought += 1
    }
    expect(sold + refused).toBe(QUOTES)
    expect(refused).toBeLessThan(QUOTES / 10)
    expect(bought).toBeGreaterThan(sold * 0.95)
  })

  it.each([
    ['DAI', 'BTC', 12_345n * UNIT + 7n],
    ['BTC', 'DAI', 20_000_007n],
    ['DAI', 'USD', 12_345n * UNIT + 7n],
    ['USD', 'ETHER', 54_321_000_007n],
    ['ETHER', 'BTC', 11n * UNIT + 11n],
    ['BTC', 'USD', 30_000_011n],
  ] as const)(
    'sell %s for %s to the wei of their quote without slippage, and match the predicted state',
    async (input, output, amount) => {
      const { quote, received, spent, modules, gasUsed } = await trade(input, output, {
        inputAmount: `${amount}`,
      })
      expect(modules.some((one) => one.endsWith('crypto'))).toBe(true)
      expect(spent).toBe(amount)
      expect(received).toBe(BigInt(quote.effectiveOutputAmount))
      expect(gasUsed).toBeLessThan(2_000_000n)
      await expectFollowed(pools.two, pools.pegged, pools.three)
    },
  )

  it.each([
    ['ETHER', 'USD', 150n * UNIT + 7n],
    ['ETHER', 'BTC', 100n * UNIT + 11n],
  ] as const)(
    'sell %s for %s in two pairs of one pool beside a deeper pool of the third pair, to the wei of their quote',
    async (input, output, amount) => {
      // A pool with profit may move its price scale, so it does not trade twice in a route.
      await three.change('apply_new_parameters', ...[KEEP, KEEP, KEEP], UNIT, ...[KEEP, KEEP, KEEP])
      const deeper = await addFound([tokens.USD, tokens.BTC], DEEPER)
      const { quote, received, spent, steps } = await trade(input, output, { inputAmount: `${amount}` })
      const inThree = steps.filter(({ data }) => BigInt(data.slice(0, 66)) === BigInt(pools.three))
      expect(inThree.length).toBeGreaterThanOrEqual(2)
      expect(spent).toBe(amount)
      expect(received).toBe(BigInt(quote.effectiveOutputAmount))
      await expectFollowed(pools.three, deeper)
    },
  )

  it.each([
    ['DAI', 'BTC', 20_000_007n],
    ['BTC', 'DAI', 4_321n * UNIT + 7n],
    ['DAI', 'USD', 4_321_000_007n],
    ['USD', 'ETHER', 7n * UNIT + 7n],
    ['ETHER', 'BTC', 30_000_007n],
  ] as const)('buy with %s exactly the quoted %s without slippage', async (input, output, amount) => {
    const { quote, received, spent, modules } = await trade(input, output, {
      orderType: 'BUY',
      outputAmount: `${amount}`,
    })
    expect(modules.some((one) => one.endsWith('crypto'))).toBe(true)
    expect(spent).toBe(BigInt(quote.inputAmount))
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.effectiveOutputAmount))
    await expectFollowed(pools.two, pools.pegged, pools.three)
  })

  it('follow logs and a ramping amplification', async () => {
    const parameters = {
      fees: [10_000_000n, 20_000_000n, UNIT / 1_000n],
      rest: [10n ** 12n, 10n ** 15n, 900n],
    }
    await two.change('apply_new_parameters', ...parameters.fees, ...parameters.rest, 62_324n)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.fee).toBe(1_000)

    const { timestamp } = await devnet.test.publicClient.getBlock()
    await two.change('ramp_A_gamma', 900_000n, 145_000_000_000_000n, timestamp + 10n * A_DAY)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.watched).toHaveLength(3)
    const ramping = getPool(pools.two)?.fingerprint()
    await passTo(timestamp + A_DAY)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.fingerprint()).not.toBe(ramping)
    await passTo(timestamp + 10n * A_DAY)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.watched).toEqual([])
  })

  it('trade while their amplification ramps', async () => {
    const { timestamp } = await devnet.test.publicClient.getBlock()
    await three.change('ramp_A_gamma', 5_400_000n, 13n * 10n ** 11n, timestamp + 10n * A_DAY)
    await devnet.reachesHead()
    const { quote, received } = await trade('USD', 'ETHER', { inputAmount: '5000000007' })
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
  })

  it('trade when a trade may move their price scale, and are reloaded after it', async () => {
    for (const amount of ['400000000007', '300000000007', '200000000007']) {
      await trade('USD', 'ETHER', { inputAmount: amount })
      const { timestamp } = await devnet.test.publicClient.getBlock()
      await passTo(timestamp + 600n)
    }
    await devnet.reachesHead()
    const before = getPool(pools.three)
    const ether = before?.siblings?.find(
      ({ tokens: [first, second] }) => first === tokens.USD && second === tokens.ETHER,
    )
    expect(ether?.exactInput(true, 10n ** 11n)?.after().isHealthy).toBe(false)
    const scale = await three.ask('price_scale', 1n)
    const { quote, received } = await trade('USD', 'ETHER', { inputAmount: '100000000007' })
    expect(received).toBe(BigInt(quote.effectiveOutputAmount))
    expect(await three.ask('price_scale', 1n)).not.toBe(scale)
    await expectFollowed(pools.three)
  })

  it('stop trading while empty and trade again afterwards', async () => {
    const supply = await two.ask('totalSupply')
    await two.change('remove_liquidity', supply, [0n, 0n])
    await devnet.reachesHead()
    expect(getPool(pools.two)?.isHealthy).toBe(false)
    const amounts = [600_000n * UNIT, 10n * 10n ** 8n]
    for (const [k, coin] of two.coins.entries()) {
      await devnet.test.deal(coin, devnet.test.account(0), amounts[k] ?? 0n)
      await devnet.test.approve(coin, two.pool, amounts[k] ?? 0n, 0)
    }
    await two.change('add_liquidity', amounts, 0n)
    await expectFollowed(pools.two)
  })

  it('are found soon after their creation without blaming a node', async () => {
    const before = devnet.events.length
    const address = await addFound([tokens.USD, tokens.ETHER], { prices: PRICES.slice(1) })
    await expectFollowed(address)
    const results = devnet.events
      .slice(before)
      .filter(({ type }) => type === 'listed' || type === 'rediscovered')
    expect(results).toMatchObject([{ type: 'listed', pools: [address] }])
  })
})
