import * as v from 'valibot'
import { getAddress, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import { priceRequestSchema } from '../../../wire/price-request.ts'
import { until } from '../../../wire/testing/until.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { BlockReader, FollowedModule } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleV2Pool, sampleV3Pool } from '../../modules/testing/sample-pools.ts'
import { createRouterEngine } from '../../router/router-engine.ts'
import { chainConfig, makeAddress } from '../../testing/literal-chain.ts'
import { PRICE_BODY } from '../../testing/price-body.ts'
import { type RpcCall, startProxyNode } from '../../testing/proxy-node.ts'
import type { Discovery } from '../discovery/discovery.ts'
import { type ChainFollower, createFollowedChain } from '../followed-chain.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { getHubPrices } from './hub-prices.ts'
import { createKnownPools, type KnownPool } from './known-pools.ts'
import { loadPools } from './load-pools.ts'
import { createPoolMemory } from './pool-memory.ts'
import { selectPools } from './select-pools.ts'

describe('a chain too large to load whole', () => {
  let devnet: TestDevnet
  let test: TestChain
  let config: ChainServiceConfig
  let [whole, part]: ChainFollower[] = []

  beforeAll(async () => {
    devnet = await startTestDevnet()
    test = devnet.chain()
    const [chain] = devnet.serviceConfig.chains
    config = { ...chain!, baseTokens: [chain!.weth, chain!.referenceStable] }
    whole = createFollowedChain(config, { pollMs: 50 })
    const limits = { loadAllUpTo: 0, minValue: 10 ** 12 }
    part = createFollowedChain({ ...config, poolLimits: limits }, { pollMs: 50, rediscoverMs: 100 })
    await Promise.all([whole.start(), part.start()])
  })

  afterAll(async () => {
    await Promise.all([whole?.stop(), part?.stop()])
    await devnet?.stop()
  })

  const size = (chain: ChainFollower | undefined) => chain!.snapshot()!.poolIndex.size

  it('keeps the pools between hubs and few others in memory', () => {
    expect(size(part)).toBeLessThan(size(whole))
    expect(part!.knownPools!()).toBeGreaterThan(size(part))
    expect(whole!.knownPools!()).toBeUndefined()
    const hubs = config.baseTokens.map((token) => token.toLowerCase())
    for (const [i, a] of hubs.entries()) {
      for (const b of hubs.slice(i + 1)) {
        const addresses = (chain?: ChainFollower) =>
          chain!
            .snapshot()!
            .poolsBetween(a, b)
            .map(({ address }) => address)
        expect(addresses(part)).toEqual(addresses(whole))
      }
    }
  })

  it('answers the first request for a token with small pools as if all were loaded', async () => {
    const isLoaded = (token: string) =>
      part!
        .snapshot()!
        .pools()
        .some(({ tokens }) => tokens.includes(token.toLowerCase() as never))
    const lacking = test.manifest.tokens.filter(
      ({ address, claim, trait }) => !claim && trait !== 'fee-on-transfer' && !isLoaded(address),
    )
    expect(lacking.length).toBeGreaterThan(0)
    const before = size(part)
    const [all, few] = [whole, part].map((chain) => createRouterEngine({ chains: [chain!] }))
    for (const { address, decimals } of lacking) {
      const request = v.parse(priceRequestSchema, {
        ...PRICE_BODY,
        inputToken: address,
        outputToken: config.referenceStable,
        inputAmount: String(10n ** BigInt(decimals)),
      })
      const { outputAmount, minOutputAmount } = await all!.price(request)
      expect(await few!.price(request)).toMatchObject({ outputAmount, minOutputAmount })
    }
    expect(size(part)).toBeGreaterThan(before)
  })

  it('rejects every known pool as recipient, payer or fee recipient', async () => {
    const isUnloaded = ({ address }: Pool) => !part!.snapshot()!.pool(address)
    const unloaded = whole!.snapshot()!.pools().filter(isUnloaded)
    expect(unloaded.length).toBeGreaterThan(0)
    for (const { address } of unloaded) {
      const ask = (changes: object, chain = part!) =>
        createRouterEngine({ chains: [chain] }).price(
          v.parse(priceRequestSchema, {
            ...PRICE_BODY,
            inputToken: config.weth,
            outputToken: config.referenceStable,
            inputAmount: String(10n ** 18n),
            ...changes,
          }),
        )
      for (const chain of [whole!, part!]) {
        await expect(ask({ outputReceiver: getAddress(address) }, chain)).rejects.toThrow(
          'Invalid outputReceiver provided',
        )
      }
      await expect(ask({ userAddress: address })).rejects.toThrow('Invalid userAddress provided')
      const partner = { partnerAddress: address, partnerFee: 10 }
      await expect(ask(partner)).rejects.toThrow('Invalid partnerAddress provided')
    }
  })

  it('publishes a block before the pools of a waiting request are loaded', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const node = await startProxyNode(devnet.rpcUrl('ethereum'))
    const { wsUrl: _, ...rest } = config
    const limited = { ...rest, rpcUrls: [node.url], poolLimits: { loadAllUpTo: 0, minValue: 10 ** 12 } }
    const chain = createFollowedChain(limited, { pollMs: 600_000, rediscoverMs: 600_000 })
    try {
      await chain.start()
      const lacking = whole!
        .snapshot()!
        .pools()
        .find(({ address, module }) => module.includes('v2') && !chain.snapshot()!.pool(address))!
      const [a, b] = lacking.tokens
      const reads = ({ method, params }: RpcCall) =>
        method === 'eth_call' && JSON.stringify(params).includes(lacking.address.slice(2))
      node.behave({ distort: (call, result) => (reads(call) ? held.then(() => result) : result) })
      await test.testClient.mine({ blocks: 1 })
      const asked = chain.prepare(a, b)
      const { hash } = await test.publicClient.getBlock()
      await until(() => chain.snapshot()!.blockHash === hash)
      expect(chain.snapshot()!.pool(lacking.address)).toBeUndefined()
      release()
      await asked
      expect(chain.snapshot()!.pool(lacking.address)).toBeDefined()
    } finally {
      release()
      await chain.stop()
      await node.stop()
    }
  })

  it('loads pools at a newer block than it measured them, however long that took', async () => {
    const { wsUrl: _, ...rest } = config
    const node = await startProxyNode(devnet.rpcUrl('ethereum'))
    const limited = { ...rest, rpcUrls: [node.url], poolLimits: { loadAllUpTo: 0, minValue: 1 } }
    const chain = createFollowedChain(limited, { pollMs: 50 })
    const isSmall = ({ address, module }: Pool) => module.includes('v2') && !part!.snapshot()!.pool(address)
    const small = whole!.snapshot()!.pools().find(isSmall)!
    const [balanceOf, getReserves] = ['balanceOf(address)', 'getReserves()'].map(toFunctionSelector)
    const [measuredAt, loadedAt] = [new Set<string>(), new Set<string>()]
    try {
      node.behave({
        async distort({ method, params }, result) {
          const call = JSON.stringify(params)
          const [, at] = (params ?? []) as [unknown, { blockHash?: string } | undefined]
          if (method !== 'eth_call' || !at?.blockHash || !call.includes(small.address.slice(2))) return result
          if (call.includes(getReserves!.slice(2))) {
            loadedAt.add(at.blockHash)
          } else if (call.includes(balanceOf!.slice(2))) {
            measuredAt.add(at.blockHash)
            await test.testClient.mine({ blocks: 1 })
          }
          return result
        },
      })
      await chain.start()
      expect(chain.snapshot()!.pool(small.address)).toBeDefined()
      const [first] = measuredAt
      expect(first).toBeDefined()
      expect(loadedAt.size).toBe(1)
      expect(loadedAt).not.toContain(first)
    } finally {
      await chain.stop()
      await node.stop()
    }
  })

  it('loads a pool that is traded in', async () => {
    await devnet.market('ethereum').step()
    await devnet.market('ethereum').step()
    const { hash } = await test.publicClient.getBlock()
    await until(() => part!.snapshot()?.blockHash === hash && whole!.snapshot()?.blockHash === hash)
    const states = new Map(
      whole!
        .snapshot()!
        .pools()
        .map((pool) => [pool.address, pool.fingerprint()]),
    )
    for (const pool of part!.snapshot()!.pools()) {
      if (!pool.siblings) expect(pool.fingerprint()).toBe(states.get(pool.address))
    }
  })
})

describe('known pools', () => {
  const [hub, other, a, b] = [1, 2, 0xa, 0xb].map((n) => makeAddress(n))
  const hubs = new Set([hub, other] as string[])
  let n = 0x1000
  const known = (tokens: readonly [string, string], worth?: number): KnownPool => {
    n += 1
    return {
      module: { id: 'v2' } as FollowedModule,
      identity: { address: makeAddress(n), tokens: tokens as never, fee: 3000, tickSpacing: 0 },
      worth,
    }
  }

  it('of a trade are the pools between its tokens and the largest hub pools of each', () => {
    const small = Array.from({ length: 40 }, (_, i) => known([a!, hub!], i))
    const direct = known([a!, b!])
    const all = createKnownPools(hubs)
    all.set([...small, direct, known([hub!, other!]), known([b!, makeAddress(0xc)])])
    const found = all.between(a!, b!)
    expect(found).toContain(direct)
    expect(found).toHaveLength(33)
    expect(all.between(b!, hub!)).toEqual([])
    expect(all.between(a!, hub!)[0]?.worth).toBe(39)
    expect(all.between(hub!, other!)).toEqual([])
  })

  it("of a trade include connector pools of each token, ranked by the connectors' hub pools", () => {
    const connectors = Array.from({ length: 10 }, (_, i) => makeAddress(0xc0 + i))
    const all = createKnownPools(hubs, new Set(connectors))
    const linked = connectors.map((connector) => known([a!, connector]))
    const ofConnectors = connectors.map((connector, i) =>
      Array.from({ length: 6 }, (_, n) => known([hub!, connector], 10 * i + n)),
    )
    all.set([...linked, ...ofConnectors.flat(), known([a!, makeAddress(0xd)])])
    const found = all.between(a!, hub!)
    // Without its hub pools a connector leads nowhere.
    expect(found).toEqual(
      linked
        .flatMap((pool, i) => (i < 2 ? [] : [[pool, ...ofConnectors[i]!.slice(2).reverse()]]))
        .reverse()
        .flat(),
    )
    expect(all.between(hub!, a!)).toEqual(found)
    const larger = known([hub!, connectors[0]!], 100)
    all.add(larger)
    larger.worth = 200
    all.reranked()
    expect(all.between(a!, hub!)[0]).toBe(linked[0])
  })

  it('of two tokens are the largest between them, in any insertion order', () => {
    const all = createKnownPools(hubs)
    const worthless = Array.from({ length: 40 }, () => known([a!, b!], 0))
    const large = known([b!, a!], 900)
    all.set([...worthless, large])
    expect(all.between(a!, b!)[0]).toBe(large)
    expect(all.between(a!, b!)).toHaveLength(32)
  })

  it('of a token are ranked again when worths change or a pool is added', () => {
    const pools = Array.from({ length: 40 }, (_, i) => known([a!, hub!], i))
    const all = createKnownPools(hubs)
    all.set(pools)
    expect(all.between(a!, hub!)).not.toContain(pools[0])
    pools[0]!.worth = 100
    all.reranked()
    expect(all.between(a!, hub!)[0]).toBe(pools[0])
    const largest = known([other!, a!], 200)
    all.add(largest)
    expect(all.between(a!, b!)[0]).toBe(largest)
  })

  it('are in memory by their worth, and at least two per source', () => {
    const pools = [5, 900, 20, 3_000, undefined, 1_000].map((worth) => known([a!, hub!], worth))
    const limits = { loadAllUpTo: 0, minValue: 1_000, maxPools: 10, keepMinutes: 60 }
    expect(selectPools(pools, limits).map(({ worth }) => worth)).toEqual([3_000, 1_000])
    expect(selectPools(pools, { ...limits, minValue: 10 }).map(({ worth }) => worth)).toEqual([
      3_000, 1_000, 900, 20,
    ])
    expect(selectPools(pools, { ...limits, minValue: 10, maxPools: 3 })).toHaveLength(3)
    expect(selectPools(pools, { ...limits, minValue: 10 ** 6 })).toHaveLength(2)
  })

  it('leave memory if they are worth little and unused for a while', async () => {
    let now = 0
    const identities = Array.from({ length: 6 }, () => known([a!, hub!]).identity)
    const module = {
      id: 'v2',
      load: async (some: KnownPool['identity'][]) =>
        some.map((identity) => ({
          ...sampleV2Pool({ reserve0: 1n, reserve1: 1n }),
          address: identity.address,
        })),
    } as unknown as FollowedModule
    const config = {
      ...chainConfig('ethereum', 1),
      weth: hub!,
      referenceStable: hub!,
      baseTokens: [hub!, other!],
    }
    const stored: unknown[] = []
    const memory = createPoolMemory({
      config: { ...config, poolLimits: { loadAllUpTo: 2, minValue: 1_000, keepMinutes: 60 } },
      nowMs: () => now,
      ledger: { worths: () => new Map(), saveWorths: async (_, worths) => void stored.push(...worths) },
    })
    // Returns decimals first, then balances: 0, 1, 2 … hundred whole tokens.
    let rich = 0
    const read = async (calls: readonly { to: string; data: string }[]) =>
      calls.map(({ data }, i) => {
        const value = data.length === 10 ? 0 : i === rich ? 10_000 : i * 100
        return `0x${value.toString(16).padStart(64, '0')}` as const
      })
    const found = new Map([[module, identities]])
    const loaded = await memory.load({ found, announced: new Map(), block: { number: 1n, hash: '0x' } }, read)
    expect(loaded.map(({ address }) => address)).toEqual([identities[0]!.address, identities[5]!.address])
    expect(stored).toHaveLength(6)
    let index = createPoolIndex(loaded)

    const [wanted] = memory.touch({
      unknownSubjects: new Set([identities[3]!.address, makeAddress(0x99)]),
      touched: new Set(),
    })
    expect(wanted?.identity).toBe(identities[3])
    index = createPoolIndex([...loaded, ...(await module.load([wanted!.identity], read))])
    expect(memory.lacking(a!, hub!, index).map(({ identity }) => identity)).toEqual(
      [1, 2, 4].map((i) => identities[i]),
    )
    now = 50 * 60_000
    memory.touch({ unknownSubjects: new Set(), touched: new Set([identities[3]!.address]) })
    now = 61 * 60_000
    rich = 4
    const ranked = await memory.rank(index, read)
    expect(ranked.load.map(({ identity }) => identity)).toEqual([identities[4], identities[5]].slice(0, 1))
    expect(ranked.drop).toEqual([])
    now = 125 * 60_000
    expect((await memory.rank(index, read)).drop.toSorted()).toEqual(
      [identities[0]!.address, identities[3]!.address].toSorted(),
    )
  })
})

describe('many pools', () => {
  const [hub, token] = [1, 0xa].map((n) => makeAddress(n))
  const POOLS = 6_000
  const identities = Array.from(
    { length: POOLS },
    (_, n) =>
      ({ address: makeAddress(0x1000 + n), tokens: [token, hub], fee: 3000, tickSpacing: 0 }) as never,
  ) as readonly { address: string }[]
  const module = {
    id: 'v2',
    load: async (some: readonly { address: string }[]) =>
      some.map(({ address }) => ({ ...sampleV2Pool({ reserve0: 1n, reserve1: 1n }), address })),
  } as unknown as FollowedModule
  const discovery = {
    ...{ found: new Map([[module, identities]]), announced: new Map(), block: { number: 1n, hash: '0x' } },
  } as unknown as Discovery

  function setUp(loadAllUpTo = 0) {
    const measured: number[] = []
    let stored = new Map<string, number>()
    const tellOnce = () => {
      const told = stored
      stored = new Map()
      return told
    }
    const told: string[] = []
    const memory = createPoolMemory({
      config: {
        ...chainConfig('ethereum', 1),
        ...{ weth: hub!, referenceStable: hub!, baseTokens: [hub!] },
        poolLimits: { minValue: 1, loadAllUpTo },
      },
      ledger: { worths: tellOnce, saveWorths: async (_, worths) => void measured.push(worths.length) },
      watch: { moved: (count, of, stage) => void told.push(`${stage} ${count} of ${of}`) },
    })
    /** Returns no decimals. Later pools hold more. */
    const read: BlockReader = async (calls) =>
      calls.map(({ data }) => {
        const value = data.length === 10 ? 0 : Number.parseInt(data.slice(-8), 16)
        return `0x${value.toString(16).padStart(64, '0')}` as const
      })
    return { memory, measured, read, stored, told }
  }

  /** One turn takes 30 s of waiting and the time of its work. */
  const TURN_MS = 35_000
  const HOUR_MS = 3_600_000

  const createMany = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...identities[0], address: makeAddress(0x1000 + n) }))

  /** A memory whose clock advances by one turn at a time. */
  async function rankByTheClock(
    pools: readonly { address: string }[],
    worths: ReadonlyMap<string, number>,
    limits: ChainServiceConfig['poolLimits'] = {},
  ) {
    let now = 0
    const loads: string[] = []
    const measuredAt = new Map<string, number>()
    const gaps = { longestMs: 0 }
    const byWord = new Map(pools.map(({ address }) => [address.slice(2), address]))
    const read: BlockReader = async (calls) =>
      calls.map(({ data }) => {
        const address = byWord.get(data.slice(-40))
        if (address) {
          const before = measuredAt.get(address)
          if (before !== undefined) gaps.longestMs = Math.max(gaps.longestMs, now - before)
          measuredAt.set(address, now)
        }
        return `0x${(address ? (worths.get(address) ?? 0) : 0).toString(16).padStart(64, '0')}` as const
      })
    const memory = createPoolMemory({
      config: {
        ...chainConfig('ethereum', 1),
        ...{ weth: hub!, referenceStable: hub!, baseTokens: [hub!] },
        poolLimits: { minValue: 10, loadAllUpTo: 0, ...limits },
      },
      ledger: { worths: () => new Map(), saveWorths: async () => undefined },
      nowMs: () => now,
    })
    const found = new Map([[module, pools]])
    const loaded = await memory.load({ ...discovery, found } as unknown as Discovery, read)
    let index = createPoolIndex(loaded)
    return {
      ...{ memory, loads, gaps, measuredAt },
      async advance(ms: number) {
        for (const end = now + ms; now < end; ) {
          now += TURN_MS
          const { load } = await memory.rank(index, read)
          if (load.length === 0) continue
          loads.push(...load.map(({ identity }) => identity.address))
          index = createPoolIndex([...index.contracts(), ...(await loadPools(load, read))] as Pool[])
        }
      },
    }
  }

  it('are measured in batches, each at its own block, and keep their results', async () => {
    const { memory, measured, read } = setUp()
    let readers = 0
    const lost = async () => {
      readers += 1
      if (readers > 3) throw new Error('missing trie node')
      return read
    }
    await expect(memory.measure(discovery, lost)).rejects.toThrow('missing trie node')
    expect(measured).toEqual([2_500, 2_500])
    expect(await memory.measure(discovery, async () => read)).toBe(true)
    expect(measured).toEqual([2_500, 2_500, 1_000])
    expect(await memory.measure(discovery, async () => read)).toBe(false)
  })

  it('are counted while they are measured and loaded', async () => {
    const { memory, read, told } = setUp()
    await memory.measure(discovery, async () => read)
    const measuring = [0, 2_500, 5_000, 6_000].map((count) => `measuring ${count} of ${POOLS}`)
    expect(told.splice(0)).toEqual(measuring)
    await memory.load(discovery, read)
    expect(told.splice(0)).toEqual([
      'loading 0 of 0',
      ...[0, 500, 1_000, 2_000, 4_000, 6_000].map((count) => `loading ${count} of ${POOLS}`),
    ])
    const all = setUp(POOLS)
    await all.memory.load(discovery, read)
    expect(all.told).toEqual([`loading 0 of ${POOLS}`, `loading ${POOLS} of ${POOLS}`])
  })

  it('without a worth are loaded last, at the start or when they are ranked', async () => {
    const address = makeAddress(0xbeef)
    const pool = { address, tokens: [token, hub], fee: 3000, tickSpacing: 0, poolId: `0x${'1'.repeat(64)}` }
    const found = new Map([[module, [pool as never, ...discovery.found.get(module)!]]])
    for (const isOver of [false, true]) {
      const { memory, read } = setUp()
      await memory.measure({ ...discovery, found }, async () => read)
      const loaded = await memory.load({ ...discovery, found }, read, () => isOver)
      const { load } = await memory.rank(createPoolIndex(loaded), read)
      const [last, none] = isOver ? [load.at(-1)?.identity, loaded] : [loaded.at(-1), load]
      expect(last?.address).toBe(address)
      expect(none).toEqual([])
    }
  })

  it('with a stored worth are not measured again', async () => {
    const { memory, measured, read, stored } = setUp()
    for (const { address } of identities) stored.set(address, 5)
    expect(await memory.measure(discovery, async () => read)).toBe(false)
    expect(await memory.load(discovery, read)).toHaveLength(POOLS)
    expect(measured.flat()).toEqual([])
  })

  it('are ranked every hour, and a pool that gains value is loaded in the next pass', async () => {
    const worths = new Map<string, number>()
    const { memory, advance, loads } = await rankByTheClock(identities, worths, { keepMinutes: 1_440 })
    await advance(HOUR_MS / 2)
    expect(loads).toEqual([])
    const [early, late] = [identities[10]!.address, identities.at(-1)!.address]
    worths.set(early, 5)
    await advance(HOUR_MS)
    expect(loads).toEqual([early])
    worths.set(late, 5)
    await advance(HOUR_MS)
    expect(loads).toEqual([early, late])
    expect(memory.total()).toBe(POOLS)
  })

  it.each([POOLS, 100_000])('are each measured again after an hour if there are %i', async (count) => {
    const { advance, gaps } = await rankByTheClock(createMany(count), new Map())
    // The first pass starts an hour after the start, which measured everything.
    await advance(2 * HOUR_MS)
    gaps.longestMs = 0
    await advance(2 * HOUR_MS)
    expect(gaps.longestMs).toBeGreaterThan(HOUR_MS / 2)
    expect(gaps.longestMs).toBeLessThanOrEqual(HOUR_MS + TURN_MS)
  })

  it('are all measured within the hour however many there are, some per turn', async () => {
    const count = 360_000
    const { advance, measuredAt } = await rankByTheClock(createMany(count), new Map())
    await advance(2 * HOUR_MS)
    const times = new Map<number, number>()
    for (const at of measuredAt.values()) times.set(at, (times.get(at) ?? 0) + 1)
    expect(Math.min(...times.keys())).toBeGreaterThanOrEqual(HOUR_MS)
    expect(Math.max(...times.values())).toBe(count / 60)
  })

  it('are loaded by worth, and the rest when they are ranked', async () => {
    const { memory, read } = setUp()
    await memory.measure(discovery, async () => read)
    let asked = 0
    const loaded = await memory.load(discovery, read, () => {
      asked += 1
      return asked > 2
    })
    const byWorth = identities.map(({ address }) => address).toReversed()
    expect(loaded.map(({ address }) => address)).toEqual(byWorth.slice(0, 1_000))
    const { load } = await memory.rank(createPoolIndex(loaded), read)
    expect(load.map(({ identity }) => identity.address)).toEqual(byWorth.slice(1_000))
    expect((await memory.rank(createPoolIndex(loaded), read)).load).toEqual([])
  })
})

describe('a new pool', () => {
  const [hub, other, a] = [1, 2, 0xa].map((n) => makeAddress(n))
  const identity = (n: number, tokens: readonly [string, string], poolId?: string) =>
    ({ address: makeAddress(n), tokens, fee: 3000, tickSpacing: 0, ...(poolId && { poolId }) }) as never

  it('leaves memory after an idle hour, except between hubs or without a measurable worth', async () => {
    let now = 0
    const module = { id: 'v2', load: async () => [] } as unknown as FollowedModule
    const memory = createPoolMemory({
      config: {
        ...chainConfig('ethereum', 1),
        ...{ weth: hub!, referenceStable: hub!, baseTokens: [hub!, other!] },
        poolLimits: { loadAllUpTo: 0, keepMinutes: 60 },
      },
      ledger: { worths: () => new Map(), saveWorths: async () => undefined },
      nowMs: () => now,
    })
    const read = async (calls: readonly unknown[]) => calls.map(() => undefined)
    const found = new Map([[module, [identity(0x10, [a!, hub!])]]])
    await memory.load({ found, announced: new Map(), block: { number: 1n, hash: '0x' } }, read)
    memory.announced(module, identity(0x11, [a!, hub!]))
    memory.announced(module, identity(0x12, [hub!, other!]))
    memory.announced(module, identity(0x13, [a!, hub!], '0x13'))
    memory.touch({ unknownSubjects: new Set([0x12, 0x13].map((n) => makeAddress(n))), touched: new Set() })
    now = 61 * 60_000
    expect((await memory.rank(createPoolIndex(), read)).drop).toEqual([makeAddress(0x11)])
  })
})

describe('hub prices', () => {
  it('spread from the reference token over the deepest pools', () => {
    const [usd, eth, dai] = [1, 2, 3].map((n) => makeAddress(n))
    const pool = (n: number, tokens: readonly [string, string], reserve0: bigint, reserve1: bigint) =>
      sampleV2Pool({ reserve0, reserve1 }, { n, tokens: tokens as never })
    const prices = getHubPrices(usd!, [
      pool(1, [usd!, eth!], 3_000n, 3n),
      pool(2, [usd!, eth!], 3_000_000n, 1_000n),
      pool(3, [eth!, dai!], 1n, 2_000n),
    ])
    expect(prices.get(eth!)).toBe(3_000)
    expect(prices.get(dai!)).toBe(1.5)
  })

  it('use what can be traded both ways, not the leverage of a narrow range', () => {
    const [usd, eth] = [makeAddress(1), makeAddress(2)]
    const tokens = [usd, eth] as const
    const honest = sampleV2Pool({ reserve0: 3_000_000n, reserve1: 1_000n }, { tokens })
    // A single tick with the price at its edge, so the position holds one token.
    const edge = sampleV3Pool(
      { tick: 0, positions: [{ lower: 0, upper: 1, delta: 10n ** 9n }] },
      { tokens, tickSpacing: 1 },
    )
    expect(edge.depth[0]).toBeGreaterThan(honest.depth[0])
    expect(getHubPrices(usd, [honest, edge]).get(eth)).toBe(3_000)
    expect(getHubPrices(usd, [edge]).has(eth)).toBe(false)
  })
})
