import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compileOnce } from '../../../contracts/compile-once.ts'
import { deployStableswapNg, PLAIN, VAULT } from '../../../devnet/deployers/curve/deploy-stableswap-ng.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { until } from '../../../wire/testing/until.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import type { ChainEvent } from '../../chain/chain-events.ts'
import { type ChainFollower, createFollowedChain } from '../../chain/followed-chain.ts'
import { reportHealth } from '../../http/status-report.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { setupRoutedDevnet, TRADER } from '../testing/routed-devnet.ts'
import type { StableswapNgSourceConfig } from './stableswap-ng-module.ts'
import { createStableswapNgModule } from './stableswap-ng-module.ts'

const UNIT = 10n ** 18n
const FUNDS = 1_000_000n * UNIT
/** Asset types of an oracle coin and a rebasing coin. */
const [ORACLE, REBASING] = [1, 2]
const A_DAY = 86_400n

type Ng = Awaited<ReturnType<typeof deployStableswapNg>>

let ng: Ng
let source: StableswapNgSourceConfig
let tokens: Record<'DAI' | 'COARSE' | 'VAULT' | 'UNLISTED', Address>
let pools: Record<'two' | 'three' | 'unlisted' | 'oracle' | 'rebasing' | 'meta' | 'otherCode', Address>
let two: Awaited<ReturnType<Ng['addNgPool']>>

const devnet = setupRoutedDevnet(async ({ test, node, deploy }, index) => {
  const contracts = await compileOnce('test')
  const artifact = (name: string) => {
    const found = contracts.get(name)
    if (!found) throw new Error(`There is no contract ${name}`)
    return found
  }
  const mint = (token: Address, to: Address, amount: bigint) => test.deal(token, to, amount)
  ng = await deployStableswapNg(node, { artifact, mint, deploy })
  const dai = test.token('DAI').address
  const lower = (address: Address) => address.toLowerCase() as Address
  const own = [await ng.addRatedToken(6), await ng.addRatedToken(18, dai), await ng.addRatedToken(18, dai)]
  const [coarse, vault, unlisted] = own.map(lower) as [Address, Address, Address]
  tokens = { DAI: lower(dai), COARSE: coarse, VAULT: vault, UNLISTED: unlisted }
  await ng.setRate(vault, (UNIT * 11n) / 10n)
  two = await ng.addNgPool([dai, coarse])
  const addPool = async (coins: Address[], kinds: number[]) =>
    lower((await ng.addNgPool(coins, { kinds, feeMultiplier: 0n })).pool)
  const otherCode = lower(await deploy('HostileStablePool', [dai, coarse]))
  pools = {
    two: lower(two.pool),
    three: await addPool([coarse, vault, dai], [PLAIN, VAULT, PLAIN]),
    unlisted: await addPool([dai, unlisted], [PLAIN, VAULT]),
    oracle: await addPool([dai, vault], [PLAIN, ORACLE]),
    rebasing: await addPool([vault, coarse], [REBASING, PLAIN]),
    meta: lower(await deploy('HostileStablePool', [dai, coarse])),
    otherCode,
  }
  await ng.addListed(pools.meta, [dai, coarse], { isMeta: true })
  await ng.addListed(otherCode, [dai, coarse])
  source = {
    kind: 'stableswap-ng',
    index,
    module: 'curve-ng',
    name: 'Curve',
    factory: ng.factory,
    rateProviders: [vault],
  }
  return { sources: [source], baseTokens: [coarse, vault] }
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

/** Loads the pools again at the block of the snapshot. */
async function reload(...wanted: Address[]): Promise<Pool[]> {
  const { chain } = devnet
  const { multicall3 } = chain.config
  const { blockHash } = chain.snapshot()!
  const read = createBlockReader(chain.client, { multicall3, blockHash })
  const module = createStableswapNgModule(source)
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

describe('StableSwap-NG pools in the router', () => {
  it("have the row of their factory in the executor's table", async () => {
    expect((await devnet.expectRow(source)).kind).toBe(19)
  })

  it('include only pools of the known code, without unlisted vaults, oracles and rebasing coins', async () => {
    const found = Object.entries(pools).filter(([, address]) => getPool(address))
    expect(found.map(([name]) => name)).toEqual(['two', 'three'])
    expect(getPool(pools.three)?.siblings).toHaveLength(2)
    expect(getPool(pools.three)?.watched).toHaveLength(1)
    expect(getPool(pools.two)?.watched).toEqual([])
  })

  it('are listed with all of their coins', async () => {
    const { chain } = devnet
    const { multicall3 } = chain.config
    const read = createBlockReader(chain.client, { multicall3, blockHash: chain.snapshot()!.blockHash })
    const { pools: listed } = await createStableswapNgModule(source).listPools!(read, 0)
    const getListed = (wanted: Address) => listed.find(({ address }) => address === wanted)
    expect(getListed(pools.three)).toMatchObject({
      tokens: [tokens.COARSE, tokens.VAULT],
      others: [tokens.DAI],
    })
    expect(getListed(pools.two)?.others).toBeUndefined()
  })

  it('are confirmed if the factory returns these coins', async () => {
    const { chain } = devnet
    const { multicall3 } = chain.config
    const read = createBlockReader(chain.client, { multicall3, blockHash: chain.snapshot()!.blockHash })
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
      { ...right, fee: 1 },
      { ...right, tickSpacing: 1 },
    ]
    const confirmed = await createStableswapNgModule(source).confirm(identities, read)
    expect(confirmed).toEqual([true, false, false, false, false, false])
  })

  it.each([
    ['DAI', 'COARSE', 12_345n * UNIT + 7n],
    ['COARSE', 'DAI', 12_345_000_007n],
    ['COARSE', 'VAULT', 54_321_000_007n],
    ['VAULT', 'DAI', 4_321n * UNIT + 11n],
  ] as const)(
    'sell %s for %s to the wei of their quote without slippage, and match the predicted state',
    async (input, output, amount) => {
      const { quote, received, spent, modules, gasUsed } = await trade(input, output, {
        inputAmount: `${amount}`,
      })
      expect(modules).toContain('curve-ng')
      expect(spent).toBe(amount)
      expect(received).toBe(BigInt(quote.effectiveOutputAmount))
      expect(gasUsed).toBeLessThan(1_000_000n)
      await expectFollowed(pools.two, pools.three)
    },
  )

  it.each([
    ['VAULT', 'COARSE', 700_000n * UNIT + 7n],
    ['VAULT', 'DAI', 700_000n * UNIT + 11n],
  ] as const)(
    'sell %s for %s in several pairs of one pool to the wei of their quote, and match the predicted state',
    async (input, output, amount) => {
      const { quote, received, spent, steps } = await trade(input, output, { inputAmount: `${amount}` })
      const inThree = steps.filter(({ data }) => BigInt(data.slice(0, 66)) === BigInt(pools.three))
      expect(inThree.length).toBeGreaterThanOrEqual(2)
      expect(spent).toBe(amount)
      expect(received).toBe(BigInt(quote.effectiveOutputAmount))
      await expectFollowed(pools.two, pools.three)
    },
  )

  it.each([
    ['DAI', 'COARSE', 4_321_000_007n],
    ['COARSE', 'VAULT', 4_321n * UNIT + 7n],
    ['VAULT', 'DAI', 2_345n * UNIT + 7n],
  ] as const)('buy with %s exactly the quoted %s', async (input, output, amount) => {
    const { quote, received, spent, modules } = await trade(input, output, {
      orderType: 'BUY',
      outputAmount: `${amount}`,
    })
    expect(modules).toContain('curve-ng')
    expect(spent).toBe(BigInt(quote.inputAmount))
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.effectiveOutputAmount))
    await expectFollowed(pools.two, pools.three)
  })

  it('follow logs, rates without logs, and a ramping amplification', async () => {
    const before = getPool(pools.three)?.fingerprint()
    await ng.setRate(tokens.VAULT, (UNIT * 12n) / 10n)
    await expectFollowed(pools.two, pools.three)
    expect(getPool(pools.three)?.fingerprint()).not.toBe(before)

    await two.change('set_new_fee', 5_000_000n, 0n)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.fee).toBe(500)

    const { timestamp } = await devnet.test.publicClient.getBlock()
    await two.change('ramp_A', 900n, timestamp + 10n * A_DAY)
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.watched).toHaveLength(1)
    const ramping = getPool(pools.two)?.fingerprint()
    await devnet.test.testClient.setNextBlockTimestamp({ timestamp: timestamp + A_DAY })
    await devnet.test.testClient.mine({ blocks: 1 })
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.fingerprint()).not.toBe(ramping)
    await two.change('stop_ramp_A')
    await expectFollowed(pools.two)
    expect(getPool(pools.two)?.watched).toEqual([])
  })

  it('stop while a vault does not respond, and continue afterwards', async () => {
    await ng.setRate(tokens.VAULT, 0n)
    await devnet.reachesHead()
    expect(getPool(pools.three)?.isHealthy).toBe(false)
    expect(getPool(pools.two)?.isHealthy).toBe(true)
    await ng.setRate(tokens.VAULT, UNIT)
    await expectFollowed(pools.two, pools.three)
  })

  describe('StableSwap-NG pools while their factory does not respond', () => {
    /** Reverts any call. */
    const SILENT = '0x60006000fd'
    let chain: ChainFollower | undefined
    let code: Hex = SILENT
    const setCode = (bytecode: Hex) => devnet.test.testClient.setCode({ address: source.factory, bytecode })

    beforeEach(async () => {
      code = (await devnet.test.publicClient.getCode({ address: source.factory })) ?? SILENT
      await setCode(SILENT)
    })

    afterEach(async () => {
      await chain?.stop()
      await setCode(code)
    })

    it('are followed as before', async () => {
      const before = getPool(pools.three)?.fingerprint()
      await ng.setRate(tokens.VAULT, (UNIT * 13n) / 10n)
      await devnet.reachesHead()
      expect(getPool(pools.three)?.fingerprint()).not.toBe(before)
      expect(getPool(pools.three)?.isHealthy).toBe(true)
    })

    it('are missing from a starting chain, which serves all others, and are found after the factory responds', async () => {
      const events: ChainEvent[] = []
      const { config } = devnet.chain
      const own = createFollowedChain(config, {
        pollMs: 50,
        rediscoverMs: 100,
        onEvent: (e) => events.push(e),
      })
      chain = own
      await own.start()
      const report = () => reportHealth({ chains: [own], canReadKeys: () => true })
      expect(report()).toMatchObject({
        status: 'degraded',
        problems: ['ethereum: no pools of curve-ng'],
        chains: [{ isStale: false, missingModules: ['curve-ng'] }],
      })
      expect(events.filter(({ type }) => type === 'list-failed')).toMatchObject([{ source: 'curve-ng' }])
      await setCode(code)
      await until(async () => {
        await devnet.test.testClient.mine({ blocks: 1 })
        return own.snapshot()?.poolIndex.contract(pools.three) !== undefined
      })
      expect(report()).toMatchObject({ status: 'up', problems: [] })
      expect(events.some(({ type }) => type === 'rediscovered')).toBe(false)
    })
  })

  it('are found soon after their creation without blaming a node', async () => {
    const { pool } = await ng.addNgPool([tokens.COARSE, tokens.VAULT], { kinds: [PLAIN, VAULT] })
    const address = pool.toLowerCase() as Address
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
