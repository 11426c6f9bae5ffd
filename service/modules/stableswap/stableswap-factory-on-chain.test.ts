import { zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileOnce } from '../../../contracts/compile-once.ts'
import { deployPlainPools, IMPLEMENTATION } from '../../../devnet/deployers/curve/deploy-plain-pools.ts'
import type { Address } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { until } from '../../../wire/testing/until.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import {
  createStableswapFactoryModule,
  type StableswapFactorySourceConfig,
} from './stableswap-factory-module.ts'
import type { StableswapSourceConfig } from './stableswap-module.ts'

const UNIT = 10n ** 18n
const FUNDS = 1_000_000n * UNIT
const A_DAY = 86_400n

type Plain = Awaited<ReturnType<typeof deployPlainPools>>

let plain: Plain
let factory: StableswapFactorySourceConfig
let threePool: StableswapSourceConfig
let tokens: Record<'DAI' | 'COARSE' | 'OTHER' | 'THIRD', Address>
let pools: Record<'two' | 'three' | 'meta' | 'otherCode' | 'lying', Address>
let two: Awaited<ReturnType<Plain['addFactoryPool']>>
let lone: Awaited<ReturnType<Plain['addLonePool']>>

const lower = (address: Address) => address.toLowerCase() as Address

const devnet = setupRoutedDevnet(async ({ test, node, deploy }, index) => {
  const contracts = await compileOnce('test')
  const artifact = (name: string) => {
    const found = contracts.get(name)
    if (!found) throw new Error(`There is no contract ${name}`)
    return found
  }
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  plain = await deployPlainPools(node, { artifact, mint, deploy })
  const dai = lower(test.token('DAI').address)
  const [coarse, other, third] = [
    lower(await plain.addToken(6)),
    lower(await plain.addToken(8)),
    lower(await plain.addToken(18)),
  ]
  tokens = { DAI: dai, COARSE: coarse, OTHER: other, THIRD: third }
  two = await plain.addFactoryPool([dai, coarse])
  const three = await plain.addFactoryPool([coarse, other, dai])
  lone = await plain.addLonePool('threePool', [other, coarse, third])
  pools = {
    two: lower(two.pool),
    three: lower(three.pool),
    meta: lower(await deploy('HostileStablePool', [dai, coarse])),
    otherCode: lower(await deploy('HostileStablePool', [dai, coarse])),
    lying: lower(await deploy('HostileStablePool', [dai, coarse])),
  }
  await plain.addListed(pools.meta, [dai, coarse], { implementation: dai, isMeta: true })
  await plain.addListed(pools.otherCode, [dai, coarse], { implementation: zeroAddress })
  await plain.addListed(pools.lying, [dai, coarse])
  factory = {
    kind: 'stableswap-factory',
    index,
    module: 'curve-factory',
    name: 'Curve',
    factory: plain.factory,
    implementations: [IMPLEMENTATION],
  }
  threePool = {
    kind: 'stableswap',
    index: index + 1,
    module: 'curve-3pool',
    name: 'Curve',
    factory: lone.pool,
  }
  return { sources: [factory, threePool], baseTokens: [coarse, other] }
})

beforeAll(async () => {
  const { test, chain } = devnet
  for (const token of Object.values(tokens)) {
    await test.deal(token, test.account(TRADER), FUNDS)
    await test.approve(token, chain.config.settlement, FUNDS, TRADER)
  }
  await devnet.reachesHead()
})

const trade = async (
  input: keyof typeof tokens,
  output: keyof typeof tokens,
  changes: Partial<PriceRequest>,
) => {
  const traded = await devnet.trade(
    devnet.toRequest(tokens[input], tokens[output], { slippage: 0, ...changes }),
  )
  return { ...traded, modules: traded.quote.liquidityModules.map((one) => one.module) }
}

const getPool = (address: Address) => devnet.chain.snapshot()?.poolIndex.contract(address)

/** Creates a reader at the block of the snapshot. */
function createReader() {
  const { chain } = devnet
  const { multicall3 } = chain.config
  return createBlockReader(chain.client, { multicall3, blockHash: chain.snapshot()!.blockHash })
}

/** Loads the pools again. */
async function reload(...wanted: Address[]): Promise<Pool[]> {
  const read = createReader()
  const module = createStableswapFactoryModule(factory)
  const { pools: listed } = await module.listPools!(read, 0)
  return module.load(
    listed.filter(({ address }) => wanted.includes(address)),
    read,
  )
}

async function expectFollowed(...wanted: Address[]) {
  await devnet.reachesHead()
  const reloaded = await reload(...wanted)
  expect(reloaded.map((pool) => pool.fingerprint())).toEqual(wanted.map((one) => getPool(one)?.fingerprint()))
  for (const pool of reloaded) expect(pool.isHealthy).toBe(true)
}

describe('later StableSwap pools in the router', () => {
  it("have the executor's row of their factory or their own row", async () => {
    expect((await devnet.expectRow(factory)).kind).toBe(10)
    expect((await devnet.expectRow(threePool)).kind).toBe(10)
    expect(getPool(lower(lone.pool))?.siblings).toHaveLength(2)
  })

  it('have a listed implementation and match its arithmetic', () => {
    const found = Object.entries(pools).filter(([, address]) => getPool(address))
    expect(found.map(([name]) => name)).toEqual(['two', 'three'])
    expect(getPool(pools.three)?.siblings).toHaveLength(2)
    expect(getPool(pools.two)?.watched).toEqual([])
  })

  it('are listed with all coins, and confirmed if the factory returns these coins', async () => {
    const read = createReader()
    const module = createStableswapFactoryModule(factory)
    const { pools: listed } = await module.listPools!(read, 0)
    const three = listed.find(({ address }) => address === pools.three)
    expect(three).toMatchObject({ tokens: [tokens.COARSE, tokens.OTHER], others: [tokens.DAI] })
    const right: PoolIdentity = {
      address: pools.two,
      tokens: [tokens.DAI, tokens.COARSE],
      fee: 0,
      tickSpacing: 0,
    }
    const identities = [
      right,
      { ...right, tokens: [tokens.COARSE, tokens.DAI] as const },
      { ...right, address: pools.meta },
      { ...right, address: tokens.DAI },
    ]
    expect(await module.confirm(identities, read)).toEqual([true, false, false, false])
  })

  it.each([
    ['DAI', 'COARSE', 12_345n * UNIT + 7n, 'curve-factory'],
    ['COARSE', 'DAI', 12_345_000_007n, 'curve-factory'],
    ['OTHER', 'DAI', 5_432_100_000_007n, 'curve-factory'],
    ['THIRD', 'COARSE', 4_321n * UNIT + 11n, 'curve-3pool'],
    ['COARSE', 'THIRD', 4_321_000_011n, 'curve-3pool'],
  ] as const)(
    'sell %s for %s to the wei of their quote without slippage, and match the predicted state',
    async (input, output, amount, module) => {
      const { quote, received, spent, modules, gasUsed } = await trade(input, output, {
        inputAmount: `${amount}`,
      })
      expect(modules).toContain(module)
      expect(spent).toBe(amount)
      expect(received).toBe(BigInt(quote.effectiveOutputAmount))
      expect(gasUsed).toBeLessThan(1_000_000n)
      await expectFollowed(pools.two, pools.three)
    },
  )

  it.each([
    ['DAI', 'COARSE', 4_321_000_007n, 'curve-factory'],
    ['DAI', 'OTHER', 432_100_000_007n, 'curve-factory'],
    ['COARSE', 'THIRD', 2_345n * UNIT + 7n, 'curve-3pool'],
  ] as const)('buy with %s exactly the quoted %s', async (input, output, amount, module) => {
    const { quote, received, spent, modules } = await trade(input, output, {
      orderType: 'BUY',
      outputAmount: `${amount}`,
    })
    expect(modules).toContain(module)
    expect(spent).toBe(BigInt(quote.inputAmount))
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.effectiveOutputAmount))
    await expectFollowed(pools.two, pools.three)
  })

  it('follow logs and a ramping amplification', async () => {
    await two.change('apply_new_fee', 5_000_000n)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.fee).toBe(500)

    const { timestamp } = await devnet.test.publicClient.getBlock()
    await two.change('ramp_A', 900n, timestamp + 10n * A_DAY)
    await lone.change('ramp_A', 900n, timestamp + 10n * A_DAY)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.watched).toHaveLength(1)
    const ramping = [pools.two, lower(lone.pool)].map((one) => getPool(one)?.fingerprint())
    await devnet.test.testClient.setNextBlockTimestamp({ timestamp: timestamp + A_DAY })
    await devnet.test.testClient.mine({ blocks: 1 })
    await expectFollowed(pools.two)
    for (const [i, one] of [pools.two, lower(lone.pool)].entries())
      expect(getPool(one)?.fingerprint()).not.toBe(ramping[i])
    await two.change('stop_ramp_A')
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.watched).toEqual([])
  })

  it('stop trading when they are killed, if their code supports it', async () => {
    expect(getPool(lower(lone.pool))?.isHealthy).toBe(true)
    await lone.change('kill_me', true)
    await devnet.reachesHead()
    expect(getPool(lower(lone.pool))?.isHealthy).toBe(false)
  })

  it('are found soon after their creation without blaming a node', async () => {
    const { pool } = await plain.addFactoryPool([tokens.COARSE, tokens.THIRD])
    const address = lower(pool)
    await until(async () => {
      // Missed pools are read with the next block.
      await devnet.test.testClient.mine({ blocks: 1 })
      await devnet.reachesHead()
      return getPool(address) !== undefined
    })
    await expectFollowed(address)
    const results = devnet.events.filter(({ type }) => type === 'listed' || type === 'rediscovered')
    expect(results).toMatchObject([{ type: 'listed', pools: [address] }])
  })
})
