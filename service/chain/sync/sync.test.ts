import { expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig, makeAddress } from '../../testing/literal-chain.ts'
import type { Header } from '../blocks/node.ts'
import type { ChainEvent } from '../chain-events.ts'
import { createHistory } from '../snapshot/history.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { type ChainState, createSnapshot } from '../snapshot/snapshot.ts'
import { type SyncDeps, syncToHead } from './sync.ts'

it('keeps its head if a node is behind, however far', async () => {
  const headers = Array.from({ length: 40 }, (_, i) => makeHeader(100 + i))
  const history = createHistory(32)
  const states = headers.map((header) =>
    createSnapshot(header, { poolIndex: createPoolIndex(), sampled: new Set() }),
  )
  states.forEach((state, i) => void history.push(state, states[i - 1]))
  const newest = history.latest()
  const events: ChainEvent[] = []
  const at = (header: Header) =>
    syncToHead({
      config: { ...chainConfig('ethereum', 1), rpcUrls: ['http://a.example', 'http://b.example'] },
      history,
      node: { latest: async () => header, header: async () => header },
      nodes: { hashesAt: async () => [null, headers[39]!.hash], distrustChain: () => undefined },
      report: (event: ChainEvent) => events.push(event),
    } as unknown as SyncDeps)
  for (const back of [1, 20, 31]) expect(await at(headers[39 - back]!)).toBe(newest)
  await expect(at(headers[3]!)).rejects.toThrow('The node is at block 103, and block 139 was followed')
  expect(history.latest()).toBe(newest)
  expect(events).toEqual([])
})

it.each<[string, (string | null | undefined)[], boolean]>([
  ['does not have, when two others do not either', [undefined, null, '0xother'], true],
  ['does not have, but another may', [undefined, null], false],
  ['does not have, but another has', [null, null, 'ours'], false],
])('handles a known head that a node %s', async (_, answers, isForgotten) => {
  const known = createSnapshot(makeHeader(1_000_000), { poolIndex: createPoolIndex(), sampled: new Set() })
  const history = createHistory(32)
  history.push(known)
  const events: ChainEvent['type'][] = []
  const loading = new Error('it loads')
  const heads = [async () => makeHeader(100), async () => Promise.reject(loading)]
  const syncing = syncToHead({
    config: { ...chainConfig('ethereum', 1), rpcUrls: ['http://a.example', 'http://b.example'] },
    history,
    node: { latest: () => heads.shift()?.(), header: async () => makeHeader(100) },
    nodes: {
      hashesAt: async () => answers.map((hash) => (hash === 'ours' ? known.blockHash : hash)),
      distrustChain: () => undefined,
    },
    followed: [],
    report: ({ type }: ChainEvent) => events.push(type),
  } as unknown as SyncDeps)
  await expect(syncing).rejects.toThrow(isForgotten ? 'it loads' : 'block 1000000 was followed')
  expect(history.latest()).toBe(isForgotten ? undefined : known)
  expect(events).toEqual(isForgotten ? ['reloading'] : [])
})

it.each([
  ['as deep as is kept', { depth: 32, kept: 40 }, [{ type: 'reorganized', ancestor: 107n, depth: 32 }]],
  ['deeper than that', { depth: 33, kept: 40 }, ['deep-reorg']],
  ['far deeper than that', { depth: 39, kept: 40 }, ['deep-reorg']],
  ['of all that is kept, soon after a load', { depth: 2, kept: 1 }, ['reorg']],
  ['of nothing, and too many blocks at once', { depth: 0, kept: 40 }, ['gap']],
])('reports a reorg %s', async (_, { depth, kept }, expected) => {
  const headers = Array.from({ length: 40 }, (_, i) => makeHeader(100 + i))
  const fork = 139 - depth
  const onBranch = (number: number) => (number <= fork ? makeHeader(number) : makeHeader(number, fork))
  const head = onBranch(depth === 0 ? 100_000 : 140)
  const history = createHistory()
  let parent: ChainState | undefined
  for (const header of headers.slice(-kept)) {
    const state = createSnapshot(header, { poolIndex: createPoolIndex(), sampled: new Set() })
    history.push(state, parent)
    parent = state
  }
  const events: ChainEvent[] = []
  const loading = new Error('it is far enough')
  const heads = [async () => head, async () => Promise.reject(loading)]
  const syncing = syncToHead({
    config: { ...chainConfig('ethereum', 1), rpcUrls: ['http://a.example'] },
    history,
    node: {
      latest: () => heads.shift()?.(),
      header: async (hash: Hex) => onBranch(Number(BigInt(hash) % 1_000_000n)),
      hashAt: async (number: bigint) => onBranch(Number(number)).hash,
      logsOf: () => Promise.reject(loading),
    },
    maxBlocks: 2_000,
    modules: { followed: [], sampled: [] },
    followed: [],
    report: (event: ChainEvent) => events.push(event),
  } as unknown as SyncDeps)
  await expect(syncing).rejects.toThrow()
  expect(events.map((event) => (event.type === 'reloading' ? event.cause : event))).toEqual(expected)
})

it('reverts the head if the only node does', async () => {
  const headers = Array.from({ length: 4 }, (_, i) => makeHeader(100 + i))
  const history = createHistory(32)
  const states = headers.map((header) =>
    createSnapshot(header, { poolIndex: createPoolIndex(), sampled: new Set() }),
  )
  states.forEach((state, i) => void history.push(state, states[i - 1]))
  const events: ChainEvent[] = []
  const state = await syncToHead({
    config: { ...chainConfig('ethereum', 1), rpcUrls: ['http://a.example'] },
    history,
    missed: new Set(),
    node: { latest: async () => headers[1]!, header: async () => headers[1]! },
    report: (event: ChainEvent) => events.push(event),
  } as unknown as SyncDeps)
  expect(state).toBe(states[1])
  expect(history.latest()).toBe(states[1])
  expect(events).toEqual([{ type: 'reorganized', ancestor: 101n, depth: 2 }])
})

it('reports a newly listed pool as listed, and keeps it in memory beside missed ones', async () => {
  const [before, after] = [makeHeader(100), makeHeader(101)]
  const history = createHistory()
  history.push(createSnapshot(before, { poolIndex: createPoolIndex(), sampled: new Set() }))
  const sample = sampleV2Pool({ reserve0: 1n, reserve1: 1n })
  const unreadable = makeAddress(0x13)
  const module = {
    id: 'curve-ng',
    load: async (some: readonly PoolIdentity[]) =>
      some.flatMap(({ address }) => (address === unreadable ? [] : [{ ...sample, address }])),
  } as unknown as FollowedModule
  const [missed, listed, later, none] = [0x11, 0x12, 0x13, 0x13].map((n) => ({
    module,
    identity: { ...sample.identity, address: makeAddress(n) },
  }))
  const noted: string[] = []
  const known: string[] = []
  const events: ChainEvent[] = []
  await syncToHead({
    config: { ...chainConfig('ethereum', 1), rpcUrls: ['http://a.example'] },
    history,
    node: { latest: async () => after, header: async () => after, logsOf: async () => [] },
    modules: { followed: [], sampled: [] },
    suspect: () => undefined,
    missed: new Set([missed, none, { ...listed, isListed: true }, { ...later, isListed: true }]),
    ledger: { addMissed: (_: unknown, { address }: PoolIdentity) => noted.push(address) },
    memory: {
      announced: (_: unknown, { address }: PoolIdentity) => known.push(address),
      touch: () => [],
    },
    queue: { add: () => undefined },
    unwanted: new Set(),
    report: (event: ChainEvent) => events.push(event),
  } as unknown as SyncDeps)
  expect(events.slice(0, 2)).toEqual([
    { type: 'rediscovered', blockNumber: 101n, pools: [makeAddress(0x11)] },
    { type: 'listed', blockNumber: 101n, pools: [makeAddress(0x12)] },
  ])
  expect(noted).toEqual([makeAddress(0x11)])
  expect(known).toEqual([makeAddress(0x11), makeAddress(0x12), unreadable])
})

it('keeps a missed pool in memory when the block that it was read with is reverted', async () => {
  const history = createHistory()
  history.push(createSnapshot(makeHeader(100), { poolIndex: createPoolIndex(), sampled: new Set() }))
  const sample = sampleV2Pool({ reserve0: 1n, reserve1: 1n })
  const module = {
    id: 'v2',
    load: async (some: readonly PoolIdentity[]) => some.map(({ address }) => ({ ...sample, address })),
  } as unknown as FollowedModule
  const address = makeAddress(0x11)
  const missed = new Set([{ module, identity: { ...sample.identity, address } }])
  const noted: string[] = []
  const events: ChainEvent[] = []
  const follow = (head: Header) =>
    syncToHead({
      config: { ...chainConfig('ethereum', 1), rpcUrls: ['http://a.example'] },
      history,
      missed,
      node: {
        latest: async () => head,
        header: async (hash: Hex) => makeHeader(Number(BigInt(hash) % 1_000_000n), 100),
        logsOf: async () => [],
      },
      modules: { followed: [], sampled: [] },
      suspect: () => undefined,
      ledger: { addMissed: (_: unknown, identity: PoolIdentity) => noted.push(identity.address) },
      memory: { announced: () => undefined, touch: () => [] },
      queue: { add: () => undefined },
      unwanted: new Set(),
      report: (event: ChainEvent) => events.push(event),
    } as unknown as SyncDeps)
  for (const head of [makeHeader(101), makeHeader(101, 100)]) {
    expect((await follow(head)).poolIndex.contract(address)).toBeDefined()
  }
  expect(noted).toEqual([address])
  expect(events.map(({ type }) => type)).toEqual(['rediscovered', 'advanced', 'reorganized', 'advanced'])
  for (let number = 102; number <= 134; number += 1) await follow(makeHeader(number, 100))
  expect(missed.size).toBe(0)
})

/** `fork` is the last block that the branch shares with the main one. */
function makeHeader(number: number, fork = number): Header {
  const hash = (n: number) =>
    `0x${(n + (n > fork ? 1_000_000 * (fork + 1) : 0)).toString(16).padStart(64, '0')}` as const
  return {
    number: BigInt(number),
    hash: hash(number),
    parentHash: hash(number - 1),
    timestamp: BigInt(number),
    gasPrice: 1n,
  }
}
