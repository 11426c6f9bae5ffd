import { describe, expect, it } from 'vitest'
import type { FollowedModule } from '../../modules/core/module.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig, makeAddress } from '../../testing/literal-chain.ts'
import { createHistory } from '../snapshot/history.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { type LoadDeps, loadWanted } from '../sync/sync.ts'
import type { KnownPool } from './known-pools.ts'
import { createLoadQueue } from './load-queue.ts'
import { createPoolMemory } from './pool-memory.ts'
import { createWaitingRequests } from './waiting-requests.ts'

let n = 0x1000
/** A module whose pools can be read, except for those in `poison`. */
function createModule(id: string, poison: Set<string> = new Set()): FollowedModule {
  return {
    id,
    load: async (identities: KnownPool['identity'][]) => {
      if (identities.some(({ address }) => poison.has(address))) throw new Error('The node fails')
      return identities.map(({ address, tokens }) => ({
        ...sampleV2Pool({ reserve0: 1n, reserve1: 1n }, { tokens }),
        address,
      }))
    },
  } as unknown as FollowedModule
}

function makePools(count: number, module = createModule('v2'), tickSpacing = 0): KnownPool[] {
  return Array.from({ length: count }, () => {
    n += 1
    const tokens = [makeAddress(0xa), makeAddress(0xb)] as const
    return { module, identity: { address: makeAddress(n), tokens, fee: 3000, tickSpacing }, worth: 1 }
  })
}

describe('load queue', () => {
  it('takes a few pools per turn, pools of requests first', () => {
    const queue = createLoadQueue()
    const [others, waiting] = [makePools(300), makePools(5)]
    queue.add(others)
    queue.request(waiting)
    const first = queue.take().flat()
    expect(first).toHaveLength(128)
    expect(first.slice(0, 5)).toEqual(waiting)
    queue.done(first)
    expect(queue.take().flat()).toEqual(others.slice(123, 251))
  })

  it('takes fewer pools if each needs thousands of calls', () => {
    const queue = createLoadQueue()
    queue.request(makePools(50, createModule('v3'), 1))
    expect(queue.take().flat()).toHaveLength(2)
    const managed = createLoadQueue()
    managed.request(makePools(50, { ...createModule('v4'), wordsPerCall: 16 }, 1))
    expect(managed.take().flat()).toHaveLength(36)
    const trees = createLoadQueue()
    trees.request(makePools(50, { ...createModule('algebra'), callsPerPool: 1_000 }))
    expect(trees.take().flat()).toHaveLength(16)
  })

  it('drops pools with the last request that needs them', () => {
    const queue = createLoadQueue()
    const [shared, own, more] = [makePools(2), makePools(3), makePools(1)]
    const [first, second] = [{}, {}]
    queue.request([...shared, ...own], first)
    queue.request([...shared, ...more], second)
    queue.leave(first)
    expect(queue.take().flat()).toEqual([...shared, ...more])
    // An unreadable pool returns only for the remaining requests.
    const group = queue.take()[0]!
    queue.leave(second)
    expect(queue.failed(group)).toEqual([])
    expect(queue.isEmpty()).toBe(true)
  })

  it('takes small requests before large ones', () => {
    const queue = createLoadQueue()
    const module = createModule('v3')
    for (let i = 0; i < 20; i += 1) queue.request(makePools(96, module, 1))
    const few = makePools(3, module, 60)
    queue.request(few)
    expect(queue.take().flat().slice(0, 3)).toEqual(few)
  })

  it('limits its length', () => {
    const queue = createLoadQueue()
    expect(queue.request(makePools(2_000))).toBe(true)
    expect(queue.request(makePools(1))).toBe(false)
  })
})

describe('loadWanted', () => {
  const config = { ...chainConfig('ethereum', 1), poolLimits: { loadAllUpTo: 0 } }
  const header = { number: 1n, hash: '0x1', parentHash: '0x0', timestamp: 1n, gasPrice: 1n } as const

  function start({ isAnswering = true } = {}) {
    const state = createSnapshot(header as never, { poolIndex: createPoolIndex(), sampled: new Set() })
    const history = createHistory(2)
    history.push(state)
    const failed: string[] = []
    const deps = {
      config,
      history,
      queue: createLoadQueue(),
      memory: {
        loaded: (pools: KnownPool[], { contract }: { contract: (a: string) => unknown }) =>
          pools.flatMap(({ identity: { address } }) => {
            if (!contract(address)) failed.push(address)
            return []
          }),
      },
      client: {
        call: async () => {
          if (!isAnswering) throw new Error('down')
          return { data: ANSWER }
        },
      },
      report: () => undefined,
    }
    return { state, failed, queue: deps.queue, deps: deps as unknown as LoadDeps }
  }

  it('loads the others if one pool cannot be read, and drops only that one after several turns', async () => {
    const { state, failed, queue, deps } = start()
    const poison = new Set<string>()
    const pools = makePools(8, createModule('v2', poison))
    const separate = makePools(1, createModule('other'))
    const bad = pools[3]!.identity.address
    poison.add(bad)
    queue.request([...pools, ...separate])
    let next = await loadWanted(state, deps)
    expect(next.poolIndex.size).toBe(1)
    expect(failed).toEqual([])
    for (let turn = 0; turn < 3; turn += 1) next = await loadWanted(next, deps)
    expect(next.poolIndex.size).toBe(8)
    expect(failed).toEqual([])
    for (let turn = 0; turn < 3; turn += 1) next = await loadWanted(next, deps)
    expect(failed).toEqual([bad])
    expect(queue.take()).toEqual([])
  })

  it('drops nothing if the node fails', async () => {
    const { state, failed, queue, deps } = start({ isAnswering: false })
    const pools = makePools(2)
    const poison = new Set(pools.map(({ identity }) => identity.address as string))
    const module = createModule('v2', poison)
    queue.request(pools.map((pool) => ({ ...pool, module })))
    for (let turn = 0; turn < 10; turn += 1) expect(await loadWanted(state, deps)).toBe(state)
    expect(failed).toEqual([])
    poison.clear()
    expect((await loadWanted(state, deps)).poolIndex.size).toBe(2)
  })
})

describe('a request for pools that are not in memory', () => {
  it('fails if the pools are not loaded in time, instead of using the others', async () => {
    const [pool] = makePools(1)
    const waitingRequests = createWaitingRequests({
      queue: createLoadQueue(),
      wake: () => {},
      pollMs: 1,
      timeoutMs: 20,
    })
    const waiting = waitingRequests.wait(() => [pool!])
    waitingRequests.answer()
    await expect(waiting).rejects.toMatchObject({ status: 503 })
  })

  it('keeps no pools in the queue after it failed', async () => {
    const queue = createLoadQueue()
    const waitingRequests = createWaitingRequests({ queue, wake: () => {}, pollMs: 1, timeoutMs: 20 })
    const waiting = Array.from({ length: 20 }, () => makePools(100)).map((pools) =>
      waitingRequests.wait(() => pools),
    )
    expect(queue.request(makePools(1))).toBe(false)
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).not.toContain('fulfilled')
    expect(queue.isEmpty()).toBe(true)
  })

  it('completes after the turn that loaded the last pool', async () => {
    const pools = makePools(2)
    const waitingRequests = createWaitingRequests({ queue: createLoadQueue(), wake: () => {}, pollMs: 1 })
    let isAnswered = false
    const waiting = waitingRequests.wait(() => pools).then(() => (isAnswered = true))
    for (const _ of [1, 2]) {
      expect(isAnswered).toBe(false)
      pools.pop()
      waitingRequests.answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await waiting
  })

  it('completes once the tokens of its pools are read too', async () => {
    const waitingRequests = createWaitingRequests({ queue: createLoadQueue(), wake: () => {}, pollMs: 1 })
    let isUnread = true
    let isAnswered = false
    const waiting = waitingRequests.wait(
      () => [],
      () => isUnread,
    )
    void waiting.then(() => (isAnswered = true))
    waitingRequests.answer()
    await new Promise((resolve) => setImmediate(resolve))
    expect(isAnswered).toBe(false)
    isUnread = false
    waitingRequests.answer()
    await waiting
  })

  it('fails immediately when too many requests wait', async () => {
    const waitingRequests = createWaitingRequests({ queue: createLoadQueue(), wake: () => {}, pollMs: 1 })
    await expect(waitingRequests.wait(() => makePools(2_001))).rejects.toMatchObject({ status: 503 })
    const [pool] = makePools(1)
    const waiting = Array.from({ length: 256 }, () => waitingRequests.wait(() => [pool!]).catch(() => 'late'))
    await expect(waitingRequests.wait(() => [pool!])).rejects.toMatchObject({ status: 503 })
    expect(await Promise.race([...waiting, 'nobody'])).toBe('nobody')
  })
})

describe('pool memory', () => {
  it('evicts the least recently used pools above its limit, and none in use', async () => {
    let now = 0
    const memory = createPoolMemory({
      config: { ...chainConfig('ethereum', 1), poolLimits: { loadAllUpTo: 0, maxPools: 3 } },
      ledger: { worths: () => new Map(), saveWorths: async () => undefined },
      nowMs: () => now,
    })
    const pools = makePools(6).map((pool) => ({ ...pool, worth: undefined }))
    const index = (count: number) =>
      createPoolIndex(
        pools.slice(0, count).map(({ identity: { address, tokens } }) => ({
          ...sampleV2Pool({ reserve0: 1n, reserve1: 1n }, { tokens }),
          address,
        })),
      )
    for (const count of [1, 2, 3]) {
      now = count * 60_000
      expect(memory.loaded([pools[count - 1]!], index(count))).toEqual([])
    }
    now += 60_000
    const oldest = pools.slice(0, 2).map(({ identity }) => identity.address)
    expect(memory.loaded(pools.slice(3, 5), index(5))).toEqual(oldest)
    expect(memory.loaded(pools.slice(0, 6), index(6))).toEqual([])
  })
})

/** The Multicall3 result of one successful call that returned 18. */
const ANSWER = `0x${['20', '1', '20', '1', '40', '20', '12'].map((word) => word.padStart(64, '0')).join('')}`
