import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule, ListingModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createLogRange } from '../blocks/log-range.ts'
import type { ChainNode, Header, LogQuery } from '../blocks/node.ts'
import { catchUpLedger, type DiscoverDeps, discover, findUntradable, keepUpLedger } from './discover.ts'
import { type Discovery, IncompleteDiscoveryError } from './discovery.ts'
import type { DiscoveryWatch } from './discovery-progress.ts'
import { createPoolLedger } from './pool-ledger.ts'
import type { PoolStore, StoredSource } from './pool-store.ts'

const HEAD = 100
/** Pools that the factories count beyond the logs, by source. */
let beyond: Record<string, number>
/** Blocks whose logs the node omits. */
let hidden: number[]
let stored: Map<string, StoredSource>
let nowMs: number
/** The highest block of the node. */
let height: number
/** Destructive calls to the store. */
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

/** A pool in every tenth block, starting at block 9. */
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
    getParameters: () => ({}),
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
    hubs: new Set<string>(),
    record: {
      ...{ latest: undefined, listed: new Map(), silent: new Map(), short: new Map() },
      ...{ named: new Map(), unanswered: new Set<string>() },
    },
    nowMs: () => nowMs,
  }
}

/** Starts the service with the stored pools. Returns one attempt of a discovery. */
async function start(listing: readonly ListingModule[] = []): Promise<() => Promise<number>> {
  const deps = createDeps(listing)
  await deps.ledger.refresh(undefined)
  return async () => {
    const { found } = await discover({ number: BigInt(HEAD), hash: toHash(HEAD) } as never, deps)
    return [...found.values()].flat().length
  }
}

const getStored = () => modules.map(({ id }) => stored.get(id)?.pools.length)

describe('stored pools', () => {
  it('survive a node that is far behind', async () => {
    expect(await (await start())()).toBe(8)
    const attempt = await start()
    height = 40
    await expect(attempt()).rejects.toThrow('has no block 50')
    height = HEAD
    expect(await attempt()).toBe(8)
    expect([losses, getStored()]).toEqual([[], [4, 4]])
  })
})

describe('missed pools', () => {
  const identity: PoolIdentity = {
    address: makeAddress(Number(toHash(19))),
    tokens: [makeAddress(1), makeAddress(2)],
    fee: 3_000,
    tickSpacing: 0,
  }
  const head = { number: BigInt(HEAD), hash: toHash(HEAD) } as never
  const [module] = modules as [FollowedModule]
  const countFound = async (deps: DiscoverDeps) => (await discover(head, deps)).found.get(module)?.length

  it('count once, whether announced later or not, and hide no earlier announcement', async () => {
    hidden = [19]
    beyond = { 'sushiswap-v2': -1 }
    const deps = createDeps()
    deps.ledger.addMissed(module, identity, { number: 95n, hash: toHash(95) })
    expect(await countFound(deps)).toBe(4)
    expect(await keepUpLedger(deps, 110n)).toEqual([])
    expect(deps.ledger.source(module)).toMatchObject({ pools: { length: 3 }, missed: [identity] })
    await keepUpLedger(deps, 150n)
    expect(deps.ledger.source(module)).toMatchObject({ pools: { length: 4 }, missed: [] })
    expect(await countFound(deps)).toBe(4)
  })

  it('wait while their block cannot be read, and are dropped if the block was reverted', async () => {
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

describe('pools that a factory returns without a log', () => {
  const [first, second] = modules as [FollowedModule, FollowedModule]
  const identity: PoolIdentity = {
    address: makeAddress(0x999),
    tokens: [makeAddress(1), makeAddress(2)],
    fee: 500,
    tickSpacing: 0,
  }
  const header = { number: BigInt(HEAD), hash: toHash(HEAD) } as never
  let asked: number
  let isSilent: boolean
  const module: FollowedModule = {
    ...first,
    listCandidates: (pairs) => (pairs.length > 0 ? [identity] : []),
    async confirm(identities, read) {
      asked += 1
      const [answer] = await read([{ to: first.factory, data: '0x' }])
      return identities.map(() => answer !== undefined)
    },
  }

  function createAsking(): DiscoverDeps {
    const followed = [module, second]
    const ledger = createPoolLedger({
      ...{ followed, getParameters: () => ({}), fromBlock: 0, store, report: () => undefined },
    })
    return {
      ...createDeps(),
      ...{ followed, ledger, hubs: new Set([makeAddress(1), makeAddress(2)]) },
      read: async (calls) => calls.map(() => (isSilent ? undefined : '0x01')),
    }
  }

  const countFound = async (deps: DiscoverDeps) => (await discover(header, deps)).found.get(module)?.length

  beforeEach(() => {
    asked = 0
    isSilent = false
    beyond = { 'uniswap-v2': -4 }
  })

  it('are stored when their block is final, with one query per load', async () => {
    const deps = createAsking()
    const scanned = await discover(header, deps)
    expect(scanned.found.get(module)).toContainEqual(identity)
    expect((await discover(header, deps, scanned)).found.get(module)).toHaveLength(5)
    expect([asked, deps.ledger.source(module).missed]).toEqual([1, [identity]])
    height = 200
    await keepUpLedger(deps, 200n)
    expect(stored.get('uniswap-v2')?.pools).toContainEqual(identity)
    const later = createAsking()
    await later.ledger.refresh(undefined)
    expect(await countFound(later)).toBe(5)
    expect(asked).toBe(1)
  })

  it('count if their source is rescanned and the factory no longer responds', async () => {
    const deps = createAsking()
    expect(await countFound(deps)).toBe(5)
    await deps.ledger.distrust(module, 'another source is short', true)
    isSilent = true
    expect(await countFound(deps)).toBe(5)
    expect(asked).toBe(2)
  })

  it('do not hide that a node returns no logs at all', async () => {
    hidden = [9, 19, 29, 39]
    await expect(discover(header, createAsking())).rejects.toThrow(
      'returned no pool of uniswap-v2, sushiswap-v2',
    )
    expect(asked).toBe(0)
  })
})

it('names a source whose announced pools all have other addresses than its row derives', async () => {
  const deps = createDeps()
  await discover({ number: BigInt(HEAD), hash: toHash(HEAD) } as never, deps)
  expect(findUntradable(deps)).toEqual([])
  const [module] = modules
  const identify = vi.spyOn(module!, 'identify').mockReturnValue(undefined)
  const mistaken = createDeps()
  await discover({ number: BigInt(HEAD), hash: toHash(HEAD) } as never, mistaken)
  expect(findUntradable(mistaken)).toEqual([{ source: 'uniswap-v2', announced: 4 }])
  identify.mockRestore()
})

describe('discovery progress', () => {
  const told: string[] = []
  const watch: Pick<DiscoveryWatch, 'moved'> = {
    moved: (block, toBlock, stage) => void told.push(`${stage} ${block} of ${toBlock}`),
  }
  beforeEach(() => void told.splice(0))

  it('counts from the first block to the head, including blocks that are not final', async () => {
    const deps = { ...createDeps(), watch, range: createLogRange(25) }
    await catchUpLedger(deps)
    expect(told.splice(0)).toEqual([
      'recent 0 of 100',
      'recent 24 of 100',
      'recent 49 of 100',
      'recent 50 of 100',
    ])
    await discover({ number: BigInt(HEAD), hash: toHash(HEAD) } as never, deps)
    expect([...new Set(told.splice(0))]).toEqual([
      'recent 50 of 100',
      'recent 75 of 100',
      'recent 100 of 100',
    ])
    // Blocks read after the discovery report no progress.
    await keepUpLedger(deps, BigInt(HEAD + 10))
    expect(told).toEqual([])
  })

  it('is in stage discovering for many final blocks, then in stage recent', async () => {
    height = 2_000
    const deps = { ...createDeps(), watch, node: { ...node, headerAt: async () => ({}) as Header } }
    await catchUpLedger(deps)
    expect(told.splice(0)).toEqual([
      'discovering 0 of 2000',
      'discovering 1950 of 2000',
      'recent 1950 of 2000',
    ])
    await discover({ number: 2_000n, hash: toHash(2_000) } as never, deps)
    expect(told.at(-1)).toBe('recent 2000 of 2000')
  })
})

describe('a discovery soon after another', () => {
  const ranges: string[] = []
  const head = (block: number) => ({ number: BigInt(block), hash: toHash(block) }) as never
  const counting = {
    ...node,
    async logsAtOnce(query: LogQuery) {
      ranges.push(`${query.fromBlock} to ${query.toBlock}`)
      return node.logsAtOnce(query)
    },
  }
  const count = ({ found }: Discovery) => [...found.values()].flat().length
  beforeEach(() => {
    ranges.splice(0)
    height = 110
  })

  it('reads only the new blocks and finds the same pools', async () => {
    const deps = { ...createDeps(), node: counting, finalityBlocks: 90 }
    const first = await discover(head(100), deps)
    expect([count(first), ranges.splice(0)]).toEqual([8, ['0 to 10', '11 to 100']])
    const second = await discover(head(110), deps, first)
    expect([count(second), ranges.splice(0)]).toEqual([8, ['101 to 110']])
    expect(second.announced).toEqual(first.announced)
    expect(count(await discover(head(110), deps, second))).toBe(8)
    expect(ranges).toEqual([])
  })

  it('reads all blocks that are not final again after a reorg or a moved checkpoint', async () => {
    const deps = { ...createDeps(), node: counting, finalityBlocks: 90 }
    const first = await discover(head(100), deps)
    ranges.splice(0)
    const replaced = { ...first, block: { number: 100n, hash: '0x01' as const } }
    expect(count(await discover(head(110), deps, replaced))).toBe(8)
    expect(ranges.splice(0)).toEqual(['11 to 20', '21 to 110'])
    expect(count(await discover(head(110), deps, first))).toBe(8)
    expect(ranges).toEqual(['21 to 110'])
  })
})

describe('a discovery with fewer pools than a factory counts', () => {
  it('keeps the stored pools while logs lag seconds behind the state', async () => {
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

  it('rescans after a while and replaces only that source once it is complete', async () => {
    hidden = [19]
    beyond = { 'uniswap-v2': -1, 'sushiswap-v2': -1 }
    expect(await (await start())()).toBe(6)
    beyond = { 'sushiswap-v2': -1 }
    const attempt = await start()
    for (nowMs = 0; nowMs <= 200_000; nowMs += 10_000)
      await expect(attempt()).rejects.toThrow('3 pools of uniswap-v2')
    expect(losses).toEqual([])
    expect(getStored()).toEqual([3, 3])
    // The node that omits logs is still followed when the next scan starts.
    hidden = []
    for (let seconds = 0; seconds < 2_000 && losses.length === 0; seconds += 10) {
      nowMs += 10_000
      await attempt().catch(() => undefined)
    }
    expect(losses).toEqual(['discarded uniswap-v2'])
    expect(getStored()).toEqual([4, 3])
  })

  it('rescans a source without a count too, and keeps its stored pools if the rescan finds fewer', async () => {
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

  it('reports that `fromBlock` may be too late only after a full rescan', async () => {
    const attempt = await start()
    beyond = { 'uniswap-v2': 1 }
    const said: string[] = []
    for (nowMs = 0; nowMs < 600_000; nowMs += 10_000)
      await attempt().catch((error: Error) => said.push(error.message))
    const short = 'The node returned 4 pools of uniswap-v2; its factory counts 5'
    expect(said[0]).toBe(short)
    expect(new Set(said)).toEqual(
      new Set([
        short,
        `${short}, also after all blocks since \`fromBlock\` (0) were read again: \`fromBlock\` may be later than the factory's first pool, or the nodes leave out logs`,
      ]),
    )
    // A new shortage after a complete discovery is the node's fault again.
    beyond = {}
    expect(await attempt()).toBe(8)
    beyond = { 'uniswap-v2': 1 }
    await expect(attempt()).rejects.toThrow(new IncompleteDiscoveryError(short))
  })

  it('blames only the node while just the recent blocks were rescanned', async () => {
    expect(await (await start())()).toBe(8)
    const attempt = await start()
    beyond = { 'uniswap-v2': 1 }
    const said = new Set<string>()
    // One request reads everything: recent blocks are rescanned after half a second, all blocks two
    // seconds later.
    for (nowMs = 0; nowMs < 2_000; nowMs += 250)
      await attempt().catch((error: Error) => said.add(error.message))
    expect([...said]).toEqual(['The node returned 4 pools of uniswap-v2; its factory counts 5'])
  })

  it('does not repeat the full rescan at each attempt', async () => {
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

describe('sources whose factory lists its pools', () => {
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
      if (isSilent) throw new Error('lister: the factory does not respond')
      return { count: 1, pools: [identity] }
    },
  }

  it('are queried for their pools, which are in no ledger', async () => {
    const attempt = await start([module])
    expect(await attempt()).toBe(9)
    expect([...stored.keys()]).toEqual(modules.map(({ id }) => id))
  })

  it('delay the chain until each node was queried, and cost no pool of another source', async () => {
    const attempt = await start([module])
    isSilent = true
    for (let i = 0; i < 2; i += 1) {
      await expect(attempt()).rejects.toThrow(
        new IncompleteDiscoveryError('lister: the factory does not respond'),
      )
    }
    expect(await attempt()).toBe(8)
    expect(losses).toEqual([])
    isSilent = false
    expect(await attempt()).toBe(9)
  })
})
