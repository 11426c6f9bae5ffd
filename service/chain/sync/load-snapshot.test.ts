import { toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import { sampleAlgebraPool } from '../../modules/algebra/testing/sample-algebra-pool.ts'
import { createBalancerV3Module } from '../../modules/balancer-v3/balancer-v3-module.ts'
import { sampleBalancerV3Pool } from '../../modules/balancer-v3/testing/sample-balancer-v3-pool.ts'
import type { BlockReader, FollowedModule } from '../../modules/core/module.ts'
import type { Pool, PoolIdentity } from '../../modules/core/pool.ts'
import { createSolidlyModule } from '../../modules/solidly/solidly-module.ts'
import { sampleSolidlyPool } from '../../modules/solidly/testing/sample-solidly-pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import type { Header } from '../blocks/node.ts'
import { createPoolLedger } from '../discovery/pool-ledger.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import {
  type LoadSnapshotDeps,
  loadSnapshot,
  readShared,
  readUnread,
  withOutdated,
  withWatched,
} from './load-snapshot.ts'

const initCodeHash = `0x${'1'.repeat(64)}` as const
const factory = sampleAddress(0xfa)
const solidly = createSolidlyModule({
  index: 9,
  kind: 'solidly',
  module: 'solidly',
  name: 'S',
  factory,
  initCodeHash,
})
const modules = { followed: [solidly], sampled: [] }
const pool = sampleSolidlyPool()
const poolIndex = createPoolIndex([pool, sampleV2Pool({ reserve0: 5n, reserve1: 7n })])

/** A contract that returns the same number for every call. */
const answer =
  (value: number): BlockReader =>
  async (calls) =>
    calls.map((): Hex => `0x${value.toString(16).padStart(64, '0')}`)

it("reloads a pair only when its factory's fees changed without a log", async () => {
  const unread = new Map<FollowedModule, never[]>()
  const [before, same, later] = await Promise.all([5, 5, 6].map((fee) => readShared(modules, answer(fee))))
  if (!before || !same || !later) throw new Error('Nothing was read')
  expect(withOutdated({ unread, poolIndex }, modules, [before, same])).toBe(unread)
  const outdated = withOutdated({ unread, poolIndex }, modules, [before, later])
  expect([...outdated]).toEqual([[solidly, [pool.identity]]])
})

it('reads announced pools together with outdated ones', async () => {
  const announced = { ...pool.identity, address: sampleAddress(0xee) }
  const unread = new Map([[solidly, [announced]]])
  const [before, later] = await Promise.all([5, 6].map((fee) => readShared(modules, answer(fee))))
  if (!before || !later) throw new Error('Nothing was read')
  const outdated = withOutdated({ unread, poolIndex }, modules, [before, later])
  expect(outdated.get(solidly)).toEqual([announced, pool.identity])
})

it('reloads a pool when a watched value has changed, from the watched time on', async () => {
  const watched = { to: sampleAddress(0xcc), data: '0x01', result: await word(5), after: 100n } as const
  const watching = { ...pool, watched: [watched] }
  const index = createPoolIndex([watching, sampleV2Pool({ reserve0: 5n, reserve1: 7n })])
  const unread = new Map<FollowedModule, never[]>()
  const changed = async (value: number, timestamp: bigint, poolIndex = index) => [
    ...(await withWatched({ unread, poolIndex }, modules, { timestamp, read: answer(value) })).unread,
  ]
  expect(await changed(6, 100n)).toEqual([])
  expect(await changed(5, 101n)).toEqual([])
  expect(await changed(6, 101n)).toEqual([[solidly, [pool.identity]]])
  expect(await changed(6, 101n, index.with(new Map([[pool.address, pool]])))).toEqual([])
})

it('reloads a pool with an incomplete log at each block until it can be read', async () => {
  const outdated = { ...pool, isOutdated: true }
  const unread = new Map<FollowedModule, never[]>()
  const deps = { timestamp: 1n, read: answer(5) }
  for (const after of [outdated, outdated, pool]) {
    const poolIndex = createPoolIndex([outdated]).with(new Map([[pool.address, after]]))
    const found = [...(await withWatched({ unread, poolIndex }, modules, deps)).unread]
    expect(found).toEqual(after === pool ? [] : [[solidly, [pool.identity]]])
  }
})

it('drops a pool that can no longer be read, and keeps no trace of one that never could be', async () => {
  const [kept, gone, never] = [1, 2, 3].map((n) => ({ ...pool, address: sampleAddress(n) })) as [
    Pool,
    Pool,
    Pool,
  ]
  const poolIndex = createPoolIndex([kept, gone])
  const bookmark = poolIndex.bookmark()
  const again = { ...kept, fee: kept.fee + 1 }
  const module = { ...solidly, load: async () => [again] }
  const identities = [kept, gone, never].map(({ address }) => ({ ...pool.identity, address }))
  const unread = new Map([[module, identities]])
  const after = await readUnread({ unread, poolIndex, sampled: new Set() }, answer(5))
  expect([...after.poolIndex.contracts()]).toEqual([again])
  expect(after.poolIndex.changedSince(bookmark)).toEqual(new Set([kept.address, gone.address]))
})

it('compares the first word of a watched value, and treats a shorter value as no response', async () => {
  const watched = { to: sampleAddress(0xcc), data: '0x01', result: await word(5), after: 0n } as const
  const poolIndex = createPoolIndex([{ ...pool, watched: [watched] }])
  const isChanged = async (told: Hex | undefined) => {
    const deps = { timestamp: 1n, read: async () => [told] }
    return (await withWatched({ unread: new Map(), poolIndex }, modules, deps)).unread.size > 0
  }
  const five = await word(5)
  expect(
    await Promise.all(
      [`${five}ff`, five, five?.slice(0, 64), undefined].map((told) => isChanged(told as Hex)),
    ),
  ).toEqual([false, false, true, true])
})

it('does not reload a pool whose new value is sufficient', async () => {
  const before = sampleAlgebraPool({ tick: 0, positions: [] }, { flags: 129, result: await word(500) })
  const poolIndex = createPoolIndex([before])
  const deps = { timestamp: 1n, read: answer(742) }
  const after = await withWatched({ unread: new Map(), poolIndex }, modules, deps)
  expect(after.unread.size).toBe(0)
  const pool = after.poolIndex.contract(before.address)
  expect(pool).toMatchObject({ fee: 742, watched: [{ result: await word(742) }] })
})

it('keeps a failing plugin away from other pools and from the head', async () => {
  const plugin = sampleAlgebraPool({ tick: 0, positions: [] }, { flags: 129, result: await word(742) })
  const watched = { to: sampleAddress(0xcc), data: '0x01', result: await word(742), after: 0n } as const
  const poolIndex = createPoolIndex([plugin, { ...pool, watched: [watched] }])
  const read: BlockReader = async (calls) => {
    if (calls.some(({ to }) => to === plugin.address)) throw new Error('timeout')
    return answer(742)(calls)
  }
  const deps = { timestamp: 1n, read }
  const after = await withWatched({ unread: new Map(), poolIndex }, modules, deps)
  expect(after.unread.size).toBe(0)
  expect(after.poolIndex.contract(plugin.address)).toMatchObject({ watched: [{ result: undefined }] })
})

it('requests a value once that many pools watch', async () => {
  const watched = { to: sampleAddress(0xcc), data: '0x01', result: await word(5), after: 0n } as const
  const pools = [1, 2, 3].map((n) => ({ ...pool, address: sampleAddress(n), watched: [watched, watched] }))
  let asked = 0
  const read: BlockReader = (calls) => {
    asked += calls.length
    return answer(5)(calls)
  }
  const deps = { timestamp: 1n, read }
  await withWatched({ unread: new Map(), poolIndex: createPoolIndex(pools) }, modules, deps)
  expect(asked).toBe(1)
})

describe('pools of a source that is temporarily unavailable', () => {
  const balancer = createBalancerV3Module({
    index: 15,
    kind: 'balancer-v3',
    module: 'balancer-v3',
    name: 'B',
    factory,
    weightedFactories: [sampleAddress(0xfb)],
    stableFactories: [sampleAddress(0xfc)],
  })
  const [isVaultPaused, getFee] = ['isVaultPaused()', 'getFee(address,bool)'].map((one) =>
    toFunctionSelector(one),
  )
  const told = answer(1)

  it.each([
    ['a paused vault', balancer, sampleBalancerV3Pool(), isVaultPaused, 1],
    ['a vault that does not respond', balancer, sampleBalancerV3Pool(), isVaultPaused, undefined],
    ['a factory that returns no fee', solidly, sampleSolidlyPool(), getFee, undefined],
  ] as const)('are reloaded after %s, at a start and in a block', async (_, module, own, selector, value) => {
    const modules = { followed: [module], sampled: [] }
    /** Only the source itself returns this. Its pools answer normally. */
    const closed: BlockReader = async (calls) =>
      Promise.all(
        calls.map(async (call) =>
          call.data.startsWith(selector ?? '')
            ? value === undefined
              ? undefined
              : word(value)
            : (await told([call]))[0],
        ),
      )
    const open: BlockReader = async (calls) =>
      Promise.all(calls.map(({ data }) => word(data === isVaultPaused ? 0 : 9)))
    const [before, during] = [await readShared(modules, open), await readShared(modules, closed)]
    const unread = new Map<FollowedModule, PoolIdentity[]>()
    const index = createPoolIndex([own])
    const first = withOutdated({ unread, poolIndex: index }, modules, [before, during])
    expect(first.get(module)).toEqual([own.identity])
    const inBlock = await readUnread({ unread: first, poolIndex: index, sampled: new Set() }, closed)
    const atStart = createPoolIndex(await module.load([own.identity], closed))
    for (const poolIndex of [inBlock.poolIndex, atStart]) {
      expect(poolIndex.contract(own.address)).toMatchObject({ isHealthy: false, tokens: own.tokens })
      const second = withOutdated({ unread, poolIndex }, modules, [during, before])
      expect(second.get(module)).toEqual([own.identity])
      // A source that failed to respond is retried.
      const deps = { timestamp: 1n, read: closed }
      const again = (await withWatched({ unread, poolIndex }, modules, deps)).unread
      expect(again.has(module)).toBe(value === undefined)
    }
  })
})

async function word(value: number): Promise<Hex | undefined> {
  return (await answer(value)([{ to: factory, data: '0x' }]))[0]
}

it('switches to a newer block once if pools had to be measured first', async () => {
  const hashAt = async (number: bigint | number) =>
    `0x${BigInt(number).toString(16).padStart(64, '0')}` as Hex
  let height = 100n
  const latest = async () => {
    height += 1n
    return {
      number: height,
      hash: await hashAt(height),
      timestamp: height,
      gasPrice: 1n,
    } as unknown as Header
  }
  const readAt: BlockReader[] = []
  const deps = {
    node: { latest, hashAt },
    ...{ modules: { followed: [], sampled: [] }, followed: [], listing: [] },
    ledger: createPoolLedger({
      followed: [],
      getParameters: () => ({}),
      fromBlock: 0,
      report: () => undefined,
    }),
    memory: {
      measure: async (_: unknown, readNewest: () => Promise<BlockReader>) =>
        readAt.push(await readNewest()) > 0,
      load: async () => [],
    },
    hubs: new Set<string>(),
    record: {
      ...{ latest: undefined, listed: new Map(), silent: new Map(), short: new Map() },
      ...{ named: new Map(), unanswered: new Set<string>() },
    },
    ...{ finalityBlocks: 10, read: answer(1), readAt: () => answer(1), maxMs: 1_000 },
  } as unknown as LoadSnapshotDeps
  const { blockNumber } = await loadSnapshot(await latest(), deps)
  expect(readAt).toHaveLength(1)
  expect(blockNumber).toBe(103n)
})
