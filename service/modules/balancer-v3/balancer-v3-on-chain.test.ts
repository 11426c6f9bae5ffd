import { type Address, parseEther, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeBuy, encodeRoute, type Step, WHOLE } from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import type { Hex } from '../../../wire/lib/address.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import { createPoolMemory } from '../../chain/pool-set/pool-memory.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import { getTokens, type Pool, type PoolIdentity, type PoolLog } from '../core/pool.ts'
import type { BalancerV3SourceConfig } from './balancer-v3-module.ts'
import { createBalancerV3Module } from './balancer-v3-module.ts'

/** `npm test` draws a prefix of the samples of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 6_000 : 400
const EXACT_IN = 0
const EXACT_OUT = 1
const YEAR = 365n * 86_400n
const market = setupMarket({ hasBalancerV3: true })

let rate: Address
let otherRate: Address
let module: FollowedModule

const read: BlockReader = (calls) =>
  Promise.all(
    calls.map(async ({ to, data }) => {
      const result = await market.client.call({ to, data, gas: 100_000_000n }).catch(() => undefined)
      return result?.data
    }),
  )

async function getLogs(topics: readonly Hex[], fromBlock = 0n): Promise<PoolLog[]> {
  const logs = await market.client.getLogs({ address: market.getBalancerV3().vault, fromBlock })
  return logs.flatMap(({ address, topics: found, data }) =>
    found[0] && topics.includes(found[0]) ? [{ address, topics: found, data }] : [],
  )
}

const discover = async (of = module): Promise<PoolIdentity[]> =>
  (await getLogs([of.createdTopic])).flatMap((log) => of.identify(log) ?? [])

const loadOne = async (address: Address, of = module): Promise<Pool> => {
  const identity = (await discover(of)).find((one) => one.address === address.toLowerCase())
  const [pool] = identity ? await of.load([identity], read) : []
  if (!pool) throw new Error(`The pool ${address} was not loaded`)
  return pool
}

function createModule(options: Partial<BalancerV3SourceConfig> = {}): FollowedModule {
  const { vault, factories } = market.getBalancerV3()
  return createBalancerV3Module({
    index: 15,
    kind: 'balancer-v3',
    module: 'balancer-v3',
    name: 'Balancer V3',
    factory: vault,
    weightedFactories: [factories.weighted],
    stableFactories: [factories.stable],
    rateProviders: [rate],
    ...options,
  })
}

const change = (functionName: string, ...args: unknown[]) => {
  const { vault, abi } = market.getBalancerV3()
  return market.write(vault, abi, functionName, args)
}

const setRate = (value: bigint, provider = rate) =>
  market.write(provider, market.abiOf('TestRate'), 'set', [value])

/**
 * Adds pools of two to four tokens, with and without rates, and with weights that give integer and
 * other exponents.
 */
async function addPools(): Promise<Address[]> {
  const { addStablePool, addWeightedPool, pools } = market.getBalancerV3()
  const { a, b, c, usdt } = market.tokens
  const [coarse] = market.stablePool.coins.slice(1)
  const share = (percent: bigint) => (UNIT * percent) / 100n
  await setRate(parseEther('1.0837') + 12_345n)
  return [
    pools.stable,
    pools.weighted,
    await addStablePool(
      [
        { token: a, amount: 900_000n * UNIT + 1n },
        { token: coarse ?? zeroAddress, amount: 1_100_000n * 10n ** 6n + 3n },
        { token: c, amount: 300_000n * UNIT },
      ],
      { amplification: 1_500n, swapFee: parseEther('0.0001') },
    ),
    await addStablePool(
      [
        { token: b, rateProvider: rate, amount: 500_000n * UNIT },
        { token: a, amount: 700_000n * UNIT + 7n },
      ],
      { amplification: 50n, swapFee: parseEther('0.01') },
    ),
    await addWeightedPool([
      { token: a, weight: share(80n), amount: 800_000n * UNIT + 11n },
      { token: b, weight: share(20n), amount: 130_000n * UNIT },
    ]),
    await addWeightedPool(
      [
        { token: a, weight: share(17n), amount: 3n * UNIT },
        { token: b, weight: share(33n), rateProvider: rate, amount: 10n * UNIT + 5n },
        { token: coarse ?? zeroAddress, weight: share(41n), amount: 77n * 10n ** 6n },
        { token: usdt, weight: share(9n) },
      ],
      { swapFee: parseEther('0.00001') },
    ),
    // Balances so small that the rounding is visible.
    await addWeightedPool([
      { token: b, weight: share(30n), amount: 3_000_000_000_001n },
      { token: c, weight: share(70n), amount: 5_000_000_000_007n },
    ]),
  ]
}

/** Returns the amounts that the vault itself moves, or undefined if it reverts. */
async function queryVault(pool: Pool, { zeroForOne, isInput, amount }: Draw) {
  const [tokenIn, tokenOut] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
  const { trySwap } = market.getBalancerV3()
  const kind = isInput ? EXACT_IN : EXACT_OUT
  return trySwap(kind, { pool: pool.address, tokenIn, tokenOut, amount }).catch(() => undefined)
}

interface Draw {
  zeroForOne: boolean
  isInput: boolean
  amount: bigint
}

const pairsOf = (pool: Pool) => [pool, ...((pool.siblings ?? []) as Pool[])]

beforeAll(async () => {
  rate = await market.deploy('TestRate')
  otherRate = await market.deploy('TestRate')
  module = createModule()
})

describe('pools of a vault', () => {
  it('include only pools of listed factories without hooks and with listed rate providers', async () => {
    const { pools, addStablePool } = market.getBalancerV3()
    const { a, b } = market.tokens
    const hooks = await market.deploy('TestV3Hooks')
    const own = [pools.stable, pools.weighted].map((pool) => pool.toLowerCase())
    const rated = await addStablePool([{ token: a }, { token: b, rateProvider: rate }])
    const lying = await addStablePool([{ token: a }, { token: b, rateProvider: otherRate }])
    const hooked = await addStablePool([{ token: a }, { token: b }], { hooks })
    const found = await discover()
    expect(found.map(({ address }) => address)).toEqual(
      [...own, rated.toLowerCase()].toSorted(byOrder(found)),
    )
    expect(await module.confirm(found, read)).toEqual([true, true, true])
    const [first] = found
    if (!first) throw new Error('No pool was found')
    const wrong: PoolIdentity[] = [
      { ...first, tokens: [first.tokens[1], first.tokens[0]] },
      { ...first, address: market.accounts.stranger },
      { ...first, fee: 1 },
    ]
    expect(await module.confirm(wrong, read)).toEqual([false, false, false])
    // A file may name these pools. The provider is never called.
    const strays = [lying, hooked].map((one) => ({ ...first, address: one.toLowerCase() as Address }))
    expect(await module.load(strays, read)).toEqual([])
    const stableOnly = createModule({ weightedFactories: [] })
    expect((await discover(stableOnly)).map(({ address }) => address)).not.toContain(own[1])
    expect(await stableOnly.load(found, read)).toHaveLength(2)
  })

  it('are identified by all of their tokens, even if stored with two', async () => {
    const { pools } = market.getBalancerV3()
    const whole = (await discover()).find(({ address }) => address === pools.weighted.toLowerCase())
    if (!whole || !module.readOthers) throw new Error('The pool was not found')
    const traded = pairsOf(await loadOne(pools.weighted)).flatMap(({ tokens }) => tokens)
    expect(whole.others).toHaveLength(1)
    expect(new Set(getTokens(whole))).toEqual(new Set(traded))
    const { others, ...stored } = whole
    expect(await module.readOthers([stored], read)).toEqual([others])
  })

  it("are ranked by the vault's balances on a chain too large to load whole", async () => {
    const { addWeightedPool } = market.getBalancerV3()
    const { a, b } = market.tokens
    const addPool = (units: bigint) =>
      addWeightedPool([a, b].map((token) => ({ token, weight: UNIT / 2n, amount: units * UNIT })))
    const [rich, poor] = [await addPool(5_000_000n), await addPool(40n)].map((one) => one.toLowerCase())
    const identities = (await discover()).filter(({ address }) => [rich, poor].includes(address))
    const [some, few] = [5_000_000n * UNIT, 40n * UNIT]
    expect(await module.measure?.(identities, read)).toEqual([
      [some, some],
      [few, few],
    ])
    const memory = createPoolMemory({
      config: {
        ...chainConfig('ethereum', 1),
        ...{ weth: a, referenceStable: a, baseTokens: [a], poolLimits: { loadAllUpTo: 0, maxPools: 1 } },
      },
      ledger: { worths: () => new Map(), saveWorths: async () => undefined },
    })
    // The rich pool comes last, so that only its value can rank it first.
    const found = new Map([[module, identities.toReversed()]])
    const loaded = await memory.load({ block: { number: 1n, hash: '0x' }, found, announced: new Map() }, read)
    expect(loaded[0]?.address).toBe(rich)
  })

  it(`equal the vault's results to the wei in ${QUOTES} swaps of all sizes, directions and order types`, async () => {
    const addresses = await addPools()
    const { hand } = market.getBalancerV3()
    const loaded = await Promise.all(addresses.map((address) => loadOne(address)))
    const pools = loaded.flatMap(pairsOf)
    for (const token of new Set(pools.flatMap(({ tokens }) => tokens))) {
      await market.mint(token, hand, 10n ** 27n)
    }
    const random = createRandom(47)
    const counts = { filled: 0, refused: 0 }
    for (let i = 0; i < QUOTES; i += 1) {
      const pool = pools[i % pools.length]
      if (!pool) throw new Error('No pool was loaded')
      const [zeroForOne, isInput] = [random.next() < 0.5, random.next() < 0.6]
      const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
      const amount = BigInt(Math.ceil(depth * 10 ** (random.next() * 12 - 12)))
      const ours = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
      const theirs = await queryVault(pool, { zeroForOne, isInput, amount })
      const label = `${i}: ${pool.address} ${zeroForOne} ${isInput} ${amount}`
      if (!theirs || theirs.given === 0n) {
        expect(ours, label).toBeUndefined()
        counts.refused += 1
        continue
      }
      expect({ taken: ours?.amountIn, given: ours?.amountOut }, label).toEqual(theirs)
      counts.filled += 1
    }
    expect(counts.filled).toBeGreaterThan(QUOTES * 0.7)
    expect(counts.refused).toBeGreaterThan(0)
  })

  it('follow their swaps to the loaded and the predicted state, and trade in the executor', async () => {
    const addresses = await addPools()
    for (const [i, address] of addresses.entries()) {
      const before = await loadOne(address)
      const zeroForOne = i % 2 === 0
      const [tokenIn, tokenOut] = zeroForOne ? before.tokens : [before.tokens[1], before.tokens[0]]
      const amount = before.depth[zeroForOne ? 0 : 1] / 1_000n
      const bought = before.depth[zeroForOne ? 1 : 0] / 1_000n
      const step = { ...before.step(zeroForOne), portion: WHOLE, tokenIn, tokenOut } as Step
      const trade = { inputToken: tokenIn, outputToken: tokenOut, inputAmount: amount }
      const block = await market.client.getBlockNumber({ cacheTime: 0 })
      const sale = before.exactInput(zeroForOne, amount)
      await market.fund(tokenIn, amount)
      const sold = await market.swap(trade, encodeRoute(step))
      expect(sold.outputReceived + sold.treasuryPaid).toBe(sale?.amountOut)
      const between = sale?.after()
      const purchase = between?.exactOutput(zeroForOne, bought)
      const budget = 2n * (purchase?.amountIn ?? 0n)
      await market.fund(tokenIn, budget)
      const cost = await market.swap({ ...trade, inputAmount: budget }, encodeBuy(bought, step))
      expect(cost.inputSpent).toBe(purchase?.amountIn)
      const logs = await getLogs(module.topics, block + 1n)
      const followed = logs.reduce((pool, log) => pool.advance(log), before)
      const loaded = await loadOne(address)
      expect(followed.isOutdated).toBe(false)
      expect(followed.fingerprint()).toBe(loaded.fingerprint())
      expect(purchase?.after().fingerprint()).toBe(loaded.fingerprint())
      expect(loaded.fingerprint()).not.toBe(before.fingerprint())
    }
  })

  it('are reloaded when liquidity, fees, rates or the amplification change, with exact quotes afterwards', async () => {
    const { a, b } = market.tokens
    const { addStablePool, join, hand, artifact } = market.getBalancerV3()
    await setRate(parseEther('1.05'))
    const tokens = [{ token: a }, { token: b, rateProvider: rate }]
    const address = await addStablePool(tokens)
    const sorted = tokens.toSorted((x, y) => (BigInt(x.token) < BigInt(y.token) ? -1 : 1))
    for (const { token } of tokens) await market.mint(token, hand, 10n ** 24n)
    let pool = await loadOne(address)

    async function expectExact() {
      for (const zeroForOne of [true, false]) {
        for (const isInput of [true, false]) {
          const amount = 1_234n * UNIT + 5n
          const ours = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
          const theirs = await queryVault(pool, { zeroForOne, isInput, amount })
          expect({ taken: ours?.amountIn, given: ours?.amountOut }).toEqual(theirs)
        }
      }
    }

    const changes = [
      () =>
        join(address, [
          { token: sorted[0]?.token ?? a, amount: 5_000n * UNIT },
          { token: sorted[1]?.token ?? b, amount: 1n * UNIT },
        ]),
      () => change('setStaticSwapFeePercentage', address, parseEther('0.02')),
      () => change('enableRecoveryMode', address),
      () => change('disableRecoveryMode', address),
      async () => {
        const { timestamp } = await market.client.getBlock()
        const { abi } = artifact('StablePool')
        await market.write(address, abi, 'startAmplificationParameterUpdate', [300n, timestamp + YEAR])
      },
    ]
    for (const apply of changes) {
      const block = await market.client.getBlockNumber({ cacheTime: 0 })
      await apply()
      const logs = await getLogs(module.topics, block + 1n)
      expect(logs.reduce((one, log) => one.advance(log), pool).isOutdated).toBe(true)
      pool = await loadOne(address)
      await expectExact()
    }
    const results = async () => (await read(pool.watched ?? [])).map((result) => result?.slice(0, 66))
    expect(pool.watched).toHaveLength(2)
    await market.passTime(YEAR / 3n)
    await setRate(parseEther('1.0731') + 1n)
    expect(await results()).not.toEqual(pool.watched?.map(({ result }) => result))
    // The vault takes the fees on yield before a swap.
    pool = await loadOne(address)
    await expectExact()
    await setRate(parseEther('1.01'))
    pool = await loadOne(address)
    await expectExact()
    await market.client.setCode({ address: rate, bytecode: '0xfe' })
    pool = await loadOne(address)
    expect(pool.isHealthy).toBe(false)
    expect(await queryVault(pool, { zeroForOne: true, isInput: true, amount: UNIT })).toBeUndefined()
  })

  it('do not trade while they or the vault are paused, and trade again afterwards', async () => {
    const { pools } = market.getBalancerV3()
    const shared = await module.readShared?.(read)
    await change('pausePool', pools.stable)
    const paused = await loadOne(pools.stable)
    expect(paused.isHealthy).toBe(false)
    expect(await read(paused.watched ?? [])).toEqual(paused.watched?.map(({ result }) => result))
    await change('unpausePool', pools.stable)
    expect((await loadOne(pools.stable)).isHealthy).toBe(true)
    await change('pauseVault')
    expect(await module.readShared?.(read)).not.toBe(shared)
    const known = await discover()
    const closed = await module.load(known, read)
    expect(closed.map(({ address }) => address)).toEqual(known.map(({ address }) => address))
    expect(closed.some(({ isHealthy }) => isHealthy)).toBe(false)
    await change('unpauseVault')
    expect(await module.readShared?.(read)).toBe(shared)
    expect((await loadOne(pools.stable)).isHealthy).toBe(true)
  })
})

/** Sorts by the order of announcement. */
function byOrder(found: readonly PoolIdentity[]) {
  const order = found.map(({ address }) => address as string)
  return (x: string, y: string) => order.indexOf(x) - order.indexOf(y)
}
