import { type Address, parseAbi } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { AERODROME_NO_FEE, deployAerodrome } from '../../../devnet/deployers/solidly/deploy-aerodrome.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { createRandom, type Random } from '../../../wire/testing/random.ts'
import { until } from '../../../wire/testing/until.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import { tryPairSwap } from '../testing/try-pair-swap.ts'
import type { SolidlySourceConfig } from './solidly-module.ts'
import { createSolidlyModule } from './solidly-module.ts'

/** `npm test` draws a prefix of the quotes of `npm run proof fuzz` for each fee. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 2_400 : 120
/** The usual, the highest, no fee and an odd fee, in units of 1/10,000. */
const FEES = [0n, 300n, AERODROME_NO_FEE, 37n]
const UNITS = { WETH: 10n ** 18n, DAI: 10n ** 18n, USDC: 10n ** 6n } as const
const MODULE = 'aerodrome'
const only = { modulesFilter: [MODULE], slippage: 0 }
const poolAbi = parseAbi(['function getAmountOut(uint256, address) view returns (uint256)'])

type Symbol = keyof typeof UNITS

let aerodrome: Awaited<ReturnType<typeof deployAerodrome>>
let source: SolidlySourceConfig
let tokens: Record<Symbol, Address>
/** Two pools with 18 decimals, and pools with 6 decimals on one side. */
let pools: Record<'volatile' | 'coarse' | 'stable', Address>

/** The devnet with Aerodrome's own pools, away from balance. */
const devnet = setupRoutedDevnet(async ({ test, node }, index) => {
  const [WETH, DAI, USDC] = [test.token('WETH'), test.token('DAI'), test.token('USDC')].map(
    ({ address }) => address,
  ) as [Address, Address, Address]
  tokens = { WETH, DAI, USDC }
  aerodrome = await deployAerodrome(node, (token, to, amount) => test.deal(token, to, amount))
  const { factory, initCodeHash, addAerodromePool } = aerodrome
  const add = (pair: readonly [Symbol, Symbol], isStable: boolean, amounts: readonly [bigint, bigint]) => {
    const [a, b] = pair
    return addAerodromePool([tokens[a], tokens[b]], {
      isStable,
      amounts: [amounts[0] * UNITS[a], amounts[1] * UNITS[b]],
    })
  }
  pools = {
    volatile: await add(['WETH', 'DAI'], false, [2_000n, 5_000_000n]),
    coarse: await add(['USDC', 'DAI'], false, [900_000n, 950_000n]),
    stable: await add(['DAI', 'USDC'], true, [2_000_000n, 2_000_000n]),
  }
  await test.deal(DAI, pools.stable, 3_100_000n * UNITS.DAI + 7n)
  await aerodrome.sync(pools.stable)
  source = { kind: 'solidly', index, module: MODULE, name: 'Aerodrome', factory, initCodeHash }
  return { sources: [source], baseTokens: [] }
})

beforeAll(async () => {
  const { test, chain } = devnet
  for (const symbol of Object.keys(UNITS) as Symbol[]) {
    const funds = 100_000_000n * UNITS[symbol]
    await test.deal(tokens[symbol], test.account(TRADER), funds)
    await test.approve(tokens[symbol], chain.config.settlement, funds, TRADER)
  }
  await devnet.reachesHead()
})

const getPool = (address: Address) => devnet.chain.snapshot()?.poolIndex.contract(address)

const toRead = () => {
  const { multicall3 } = devnet.chain.config
  return createBlockReader(devnet.chain.client, {
    multicall3,
    blockHash: devnet.chain.snapshot()!.blockHash,
  })
}

function getFollowed(): Pool[] {
  return Object.values(pools).map((address) => {
    const pool = getPool(address.toLowerCase() as Address)
    if (!pool) throw new Error(`${address} is not followed`)
    return pool
  })
}

async function trade(input: Symbol, output: Symbol, changes: Partial<PriceRequest>) {
  const request = devnet.toRequest(tokens[input], tokens[output], { ...only, ...changes })
  const traded = await devnet.trade(request)
  // Several pools may share the trade.
  expect(new Set(traded.quote.liquidityModules.map((one) => one.module))).toEqual(new Set([MODULE]))
  return traded
}

/** Draws a size from dust to more than a side holds, evenly over the orders of magnitude. */
function drawTrade(pool: Pool, random: Random) {
  const zeroForOne = random.next() < 0.5
  const isInput = random.next() < 0.6
  const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
  const amount = BigInt(Math.ceil(depth * 10 ** (random.next() * 9 - 8.3)))
  const swap = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
  return { pool, zeroForOne, isInput, swap }
}

describe('Aerodrome pools in the router', () => {
  it('have the row of their factory with the hash of its clones', async () => {
    expect((await devnet.expectRow(source)).kind).toBe(9)
  })

  it('are found by logs, counted and confirmed, and rejected with other parameters', async () => {
    const module = createSolidlyModule(source)
    const followed = getFollowed().map(({ identity }) => identity)
    expect(await module.countPools?.(toRead())).toBe(BigInt(followed.length))
    const [first] = followed
    if (!first) throw new Error('No pool was found')
    const wrong: PoolIdentity[] = [
      { ...first, fee: 1 },
      { ...first, fee: 2 },
      { ...first, tokens: [first.tokens[1], first.tokens[0]] },
      { ...first, address: followed[1]!.address },
    ]
    const isOwn = [...followed.map(() => true), ...wrong.map(() => false)]
    expect(await module.confirm([...followed, ...wrong], toRead())).toEqual(isOwn)
  })

  it('are followed from the block of their creation', async () => {
    const filling = { isStable: true, amounts: [5_000n * UNITS.WETH, 5_000n * UNITS.USDC] } as const
    const made = await aerodrome.addAerodromePool([tokens.WETH, tokens.USDC], filling)
    await devnet.reachesHead()
    await until(() => getPool(made.toLowerCase() as Address)?.isHealthy === true)
    expect(getPool(made.toLowerCase() as Address)).toMatchObject({ fee: 500, module: MODULE })
  })

  it.each(FEES)(`are quoted to the wei for ${QUOTES} amounts at a custom fee of %s`, async (fee) => {
    const { test, chain } = devnet
    const { multicall3 } = chain.config
    for (const pool of Object.values(pools)) await aerodrome.change('setCustomFee', pool, fee)
    for (const token of Object.values(tokens)) await test.deal(token, multicall3, 10n ** 36n)
    await devnet.reachesHead()
    const random = createRandom(4_000 + Number(fee))
    let checked = 0
    for (let i = 0; i < QUOTES; i += 1) {
      const followed = getFollowed()
      const drawn = drawTrade(followed[i % followed.length]!, random)
      const { pool, zeroForOne, isInput, swap } = drawn
      expect(BigInt(pool.fee)).toBe(100n * (await aerodrome.getFee(pool.address, pool.identity.fee === 1)))
      if (!swap) continue
      expect(await tryPairSwap({ client: chain.client, multicall3 }, { ...drawn, swap })).toEqual([
        false,
        true,
      ])
      checked += 1
      if (!isInput) continue
      const reported = await chain.client.readContract({
        address: pool.address,
        abi: poolAbi,
        functionName: 'getAmountOut',
        args: [swap.amountIn, pool.tokens[zeroForOne ? 0 : 1]],
      })
      // Unlike in other forks, the result is the maximum by the rule.
      expect(reported).toBe(swap.amountOut)
    }
    expect(checked).toBeGreaterThan(QUOTES * 0.6)
  })

  it.each([
    ['WETH', 'DAI', 11n * UNITS.WETH + 7n],
    ['DAI', 'WETH', 30_000n * UNITS.DAI + 7n],
    ['USDC', 'DAI', 250_000n * UNITS.USDC + 7n],
    ['DAI', 'USDC', 3_000_000n * UNITS.DAI + 7n],
    ['DAI', 'USDC', 3n * UNITS.DAI + 1n],
  ] as const)('sell %s for %s to the wei of the quote without slippage', async (input, output, amount) => {
    const sold = await trade(input, output, { inputAmount: `${amount}` })
    expect(sold.spent).toBe(amount)
    expect(sold.received.toString()).toBe(sold.quote.effectiveOutputAmount)
    // The pools have moved, so the second trade goes in reverse.
    const inputAmount = `${sold.received}`
    const back = await trade(output, input, { inputAmount })
    expect(back.received.toString()).toBe(back.quote.effectiveOutputAmount)
  })

  it.each([
    ['WETH', 'DAI', 30_000n * UNITS.DAI + 7n],
    ['DAI', 'WETH', 11n * UNITS.WETH + 7n],
    ['USDC', 'DAI', 400_000n * UNITS.DAI + 7n],
    ['DAI', 'USDC', 700_000n * UNITS.USDC + 7n],
  ] as const)('buy with %s exactly the quoted %s without slippage', async (input, output, amount) => {
    for (const fee of [0n, AERODROME_NO_FEE, 300n]) {
      for (const pool of Object.values(pools)) await aerodrome.change('setCustomFee', pool, fee)
      const bought = await trade(input, output, { orderType: 'BUY', outputAmount: `${amount}` })
      expect(bought.spent.toString()).toBe(bought.quote.effectiveInputAmount)
      expect(bought.received).toBe(amount)
    }
  })

  it('report at most an eighth more gas than a trade uses, except for the first trade of a pool', async () => {
    for (const [input, output] of [
      ['WETH', 'DAI'],
      ['DAI', 'USDC'],
    ] as const) {
      const params = { inputAmount: `${10n * UNITS[input]}` }
      await trade(input, output, params)
      const { gasUsed } = await trade(input, output, params)
      const request = devnet.toRequest(tokens[input], tokens[output], {
        ...only,
        ...params,
        computeEstimate: false,
      })
      const { computationUnits } = await devnet.router.quote(request)
      expect(computationUnits / Number(gasUsed)).toBeGreaterThan(1)
      expect(computationUnits / Number(gasUsed)).toBeLessThan(1.12)
    }
  })

  it('follow the default fees of their factory, which no log reports, and custom fees over them', async () => {
    const getFees = () => getFollowed().map(({ fee }) => fee)
    expect(getFees()).toEqual([3_000, 3_000, 500])
    await aerodrome.change('setFee', true, 8n)
    await devnet.reachesHead()
    expect(getFees()).toEqual([3_000, 3_000, 800])
    await aerodrome.change('setCustomFee', pools.stable, 1n)
    await aerodrome.change('setCustomFee', pools.coarse, AERODROME_NO_FEE)
    await devnet.reachesHead()
    expect(getFees()).toEqual([3_000, 0, 100])
    await aerodrome.change('setCustomFee', pools.stable, 0n)
    await devnet.reachesHead()
    expect(getFees()).toEqual([3_000, 0, 800])
  })

  it('do not trade while their factory is paused, and trade again afterwards', async () => {
    const quote = () =>
      devnet.router.price(devnet.toRequest(tokens.DAI, tokens.USDC, { ...only, inputAmount: `${UNITS.DAI}` }))
    expect((await quote()).outputAmount).toBeDefined()
    const [, , stable] = getFollowed()
    const swap = stable!.exactInput(true, 10n ** 6n)!
    await aerodrome.change('setPauseState', true)
    await devnet.reachesHead()
    expect(getFollowed().map(({ isHealthy }) => isHealthy)).toEqual([false, false, false])
    await expect(quote()).rejects.toThrow()
    const { client, config } = devnet.chain
    await devnet.test.deal(stable!.tokens[0], config.multicall3, 10n ** 30n)
    const refused = { pool: stable!, zeroForOne: true, isInput: true, swap }
    expect(await tryPairSwap({ client, multicall3: config.multicall3 }, refused)).toEqual([false, false])
    await aerodrome.change('setPauseState', false)
    await devnet.reachesHead()
    expect((await quote()).outputAmount).toBeDefined()
  })
})
