import { beforeEach, describe, expect, it } from 'vitest'
import type { Hex } from '../../src/lib/address.ts'
import type { FollowedModule, ListingModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { catchUpLedger, type DiscoverDeps, discover, keepUpLedger } from './discover.ts'
import { IncompleteDiscoveryError } from './discovery.ts'
import type { DiscoveryWatch } from './discovery-progress.ts'
import { createLogRange } from './log-range.ts'
import type { ChainNode, LogQuery } from './node.ts'
import { createPoolLedger } from './pool-ledger.ts'
import type { PoolStore, StoredSource } from './pool-store.ts'

const HEAD = 100
/** What the factories count beyond the pools that the logs show, by source. */
let beyond: Record<string, number>
/** Blocks whose logs the node leaves out. */
let hidden: number[]
let stored: Map<string, StoredSource>
let nowMs: number
/** The node has no blocks above it. */
let height: number
/** What was done to the store besides appending. */
let losses: string[]

beforeEach(() => {
  beyond = {}
  hidden = []
  stored = new Map()
  nowMs = 0
  height = HEAD
  losses = []
})

const toHash = (block: number): Hex => `0x${block.toString(16).padStart(64, '0')}`

/** A pool in every tenth block from the ninth on. */
const getBlocks = () => [9, 19, 29, 39].filter((block) => !hidden.includes(block))

const modules = ['uniswap-v2', 'sushiswap-v2'].map((id, n): FollowedModule => {
  const never = () => Promise.reject(new Error('Not asked for'))
  return {
    id,
    factory: makeAddress(0xfac0 + n),
    createdTopic: '0x01',
    topics: [],
    identify: ({ data }) => ({
      address: makeAddress(Number(data)),
      tokens: [makeAddress(1), makeAddress(2)],
      fee: 3_000,
      tickSpacing: 0,
    }),
    initialPool: () => undefined,
    countPools: async () => BigInt(4 + (beyond[id] ?? 0)),
    confirm: never,
    load: never,
  }
})

const node = {
  latest: async () => ({ number: BigInt(height), hash: toHash(height) }),
  hashAt: async (block: bigint) => (block > BigInt(height) ? null : toHash(Number(block))),
  async logsAtOnce({ addresses = [], fromBlock, toBlock }: LogQuery) {
    const blocks = getBlocks().filter((block) => block >= fromBlock && block <= toBlock)
    return blocks.flatMap((block) =>
      addresses.map((address) => ({ address, topics: ['0x01' as const], data: toHash(block) })),
    )
  },
} as unknown as ChainNode

const nothing: StoredSource = { checkpoints: [], pools: [], worths: new Map() }
const store: PoolStore = {
  isWriter: () => true,
  mayOtherWrite: () => true,
  async read({ id }, since = 0) {
    const found = stored.get(id) ?? nothing
    return { ...found, pools: found.pools.slice(since) }
  },
  async append({ id }, { to, pools }) {
    const found = stored.get(id) ?? nothing
    stored.set(id, {
      ...found,
      checkpoints: [...found.checkpoints, to],
      pools: [...found.pools, ...pools],
    })
  },
  saveWorths: async () => undefined,
  async rollBack({ id }, { block, pools }) {
    losses.push(`rolled back ${id}`)
    const found = stored.get(id) ?? nothing
    const checkpoints = found.checkpoints.filter((checkpoint) => checkpoint.block <= block)
    stored.set(id, { ...found, checkpoints, pools: found.pools.slice(0, pools) })
  },
  async discard({ id }) {
    losses.push(`discarded ${id}`)
    stored.delete(id)
  },
}

function createDeps(listing: readonly ListingModule[] = []): DiscoverDeps {
  const ledger = createPoolLedger({
    followed: modules,
    termsOf: () => ({}),
    fromBlock: 0,
    store,
    report: () => undefined,
  })
  return {
    node,
    followed: modules,
    listing,
    ledger,
    range: createLogRange(50_000),
    finalityBlocks: 50,
    read: async () => [],
    record: { latest: undefined, listed: new Map(), silent: new Map(), short: new Map() },
    nowMs: () => nowMs,
  }
}

/** A start of the service: what was stored is restored. Returns one attempt at a discovery. */
async function start(listing: readonly ListingModule[] = []): Promise<() => Promise<number>> {
  const deps = createDeps(listing)
  await deps.ledger.refresh(undefined)
  return async () => {
    const { found } = await discover({ number: BigInt(HEAD), hash: toHash(HEAD) } as never, deps)
    return [...found.values()].flat().length
  }
}

const getStored = () => modules.map(({ id }) => stored.get(id)?.pools.length)

describe('what is stored', () => {
  it('is not thrown away because of a node that is far behind', async () => {
    expect(await (await start())()).toBe(8)
    const attempt = await start()
    height = 40
    await expect(attempt()).rejects.toThrow('has no block 50')
    height = HEAD
    expect(await attempt()).toBe(8)
    expect([losses, getStored()]).toEqual([[], [4, 4]])
  })
})

describe('a pool that was found though no node announced it', () => {
  const identity: PoolIdentity = {
    address: makeAddress(Number(toHash(19))),
    tokens: [makeAddress(1), makeAddress(2)],
    fee: 3_000,
    tickSpacing: 0,
  }
  const head = { number: BigInt(HEAD), hash: toHash(HEAD) } as never
  const [module] = modules as [FollowedModule]
  const countFound = async (deps: DiscoverDeps) => (await discover(head, deps)).found.get(module)?.length

  it('counts once, whether it is announced later or not, and hides none that was announced before', async () => {
    hidden = [19]
    beyond = { 'sushiswap-v2': -1 }
    const deps = createDeps()
    deps.ledger.addMissed(module, identity, { number: 95n, hash: toHash(95) })
    expect(await countFound(deps)).toBe(4)
    expect(await keepUpLedger(deps, 110n)).toEqual([])
    expect(deps.ledger.source(module)).toMatchObject({ pools: { length: 3 }, missed: [identity] })
    // Its block is final.
    await keepUpLedger(deps, 150n)
    expect(deps.ledger.source(module)).toMatchObject({ pools: { length: 4 }, missed: [] })
    expect(await countFound(deps)).toBe(4)
  })

  it('waits where its block cannot be read, and is dropped where that was taken back', async () => {
    const deps = createDeps()
    await keepUpLedger(deps, 110n)
    let isSilent = true
    const hashAt = async (block: number) => {
      if (isSilent && block === 95) throw new Error('no answer')
      return toHash(block)
    }
    deps.ledger.addMissed(
      module,
      { ...identity, address: makeAddress(95) },
      { number: 95n, hash: toHash(95) },
    )
    deps.ledger.addMissed(module, { ...identity, address: makeAddress(96) }, { number: 96n, hash: '0x01' })
    const part = { modules, fromBlock: 61, toBlock: 100, announcements: [] }
    await deps.ledger.add(part, hashAt)
    await expect(deps.ledger.save(hashAt)).rejects.toThrow('no answer')
    expect(deps.ledger.source(module).missed).toHaveLength(2)
    isSilent = false
    await deps.ledger.save(hashAt)
    expect(deps.ledger.source(module).missed).toEqual([])
    expect(deps.ledger.source(module).pools.map(({ address }) => address)).toContain(makeAddress(95))
    expect(deps.ledger.source(module).pools.map(({ address }) => address)).not.toContain(makeAddress(96))
  })
})

describe('the progress of a discovery', () => {
  it('is told while all blocks up to the final ones are read, and not after, whether that failed or not', async () => {
    const told: string[] = []
    const watch: DiscoveryWatch = {
      moved: (block, toBlock) => void told.push(`${block} of ${toBlock}`),
      ended: () => void told.push('ended'),
      progress: () => undefined,
    }
    const deps = createDeps()
    await catchUpLedger({ ...deps, watch })
    expect(told).toEqual(['50 of 50', 'ended'])
    await keepUpLedger(deps, BigInt(HEAD + 10))
    await discover({ number: BigInt(HEAD), hash: toHash(HEAD) } as never, deps)
    expect(told).toHaveLength(2)
    const silent = { ...deps.node, latest: () => Promise.reject(new Error('no answer')) }
    await expect(catchUpLedger({ ...deps, node: silent, watch })).rejects.toThrow('no answer')
    expect(told.at(-1)).toBe('ended')
    expect(told).toHaveLength(3)
  })
})

describe('a discovery that shows fewer pools than a factory counts', () => {
  it('keeps what is stored while logs are some seconds behind the state', async () => {
    expect(await (await start())()).toBe(8)
    const attempt = await start()
    beyond = { 'uniswap-v2': 1 }
    for (nowMs = 0; nowMs < 29_000; nowMs += 250)
      await expect(attempt()).rejects.toThrow(IncompleteDiscoveryError)
    beyond = {}
    expect(await attempt()).toBe(8)
    expect(losses).toEqual([])
    expect(getStored()).toEqual([4, 4])
  })

  it('reads what was left out again after a while, and replaces that source alone, once it is complete', async () => {
    hidden = [19]
    beyond = { 'uniswap-v2': -1, 'sushiswap-v2': -1 }
    expect(await (await start())()).toBe(6)
    beyond = { 'sushiswap-v2': -1 }
    const attempt = await start()
    for (nowMs = 0; nowMs <= 200_000; nowMs += 10_000)
      await expect(attempt()).rejects.toThrow('3 pools of uniswap-v2')
    expect(losses).toEqual([])
    expect(getStored()).toEqual([3, 3])
    // The node that leaves logs out is still followed when the next reading begins.
    hidden = []
    for (let seconds = 0; seconds < 2_000 && losses.length === 0; seconds += 10) {
      nowMs += 10_000
      await attempt().catch(() => undefined)
    }
    expect(losses).toEqual(['discarded uniswap-v2'])
    expect(getStored()).toEqual([4, 3])
  })

  it('reads a source that cannot be compared again too, and keeps the stored one where that shows less', async () => {
    const [, uncounted] = modules
    const countPools = uncounted!.countPools!
    uncounted!.countPools = async () => undefined
    try {
      expect(await (await start())()).toBe(8)
      hidden = [19]
      const attempt = await start()
      beyond = { 'uniswap-v2': 1 }
      for (nowMs = 0; nowMs <= 200_000; nowMs += 10_000) await attempt().catch(() => undefined)
      beyond = { 'uniswap-v2': -1 }
      expect(await attempt()).toBe(6)
      expect(getStored()).toEqual([4, 4])
      expect(losses).toEqual([])
    } finally {
      uncounted!.countPools = countPools
    }
  })

  it('does not read all again at each further attempt', async () => {
    let requests = 0
    await (await start())()
    const attempt = await start()
    const logsAtOnce = node.logsAtOnce
    node.logsAtOnce = async (range) => {
      if (range.fromBlock === 0n) requests += 1
      return logsAtOnce(range)
    }
    beyond = { 'uniswap-v2': 1 }
    for (nowMs = 0; nowMs < 600_000; nowMs += 1_000) await attempt().catch(() => undefined)
    node.logsAtOnce = logsAtOnce
    expect(requests).toBeLessThan(6)
  })
})

describe('a source whose factory lists its pools', () => {
  const [announcing] = modules
  const identity: PoolIdentity = {
    address: makeAddress(0x900),
    tokens: [makeAddress(1), makeAddress(2)],
    fee: 0,
    tickSpacing: 0,
  }
  let isSilent = false
  const module: ListingModule = {
    ...announcing!,
    id: 'lister',
    async listPools() {
      if (isSilent) throw new Error('lister: the factory does not tell')
      return { count: 1, pools: [identity] }
    },
  }

  it('is asked for them, which are in no ledger', async () => {
    const attempt = await start([module])
    expect(await attempt()).toBe(9)
    expect([...stored.keys()]).toEqual(modules.map(({ id }) => id))
  })

  it('keeps its chain waiting until each node was asked, and then costs it no pool of another source', async () => {
    const attempt = await start([module])
    isSilent = true
    for (let i = 0; i < 2; i += 1) {
      await expect(attempt()).rejects.toThrow(
        new IncompleteDiscoveryError('lister: the factory does not tell'),
      )
    }
    expect(await attempt()).toBe(8)
    expect(losses).toEqual([])
    isSilent = false
    expect(await attempt()).toBe(9)
  })
})
