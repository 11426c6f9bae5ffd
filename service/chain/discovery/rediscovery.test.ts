import { expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createLogRange } from '../blocks/log-range.ts'
import type { ChainNode, LogQuery } from '../blocks/node.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import { createRediscovery, takeMissed } from './rediscovery.ts'

const ALLOWED = 10
const FROM_BLOCK = 1_000_000

const followed = {
  factory: makeAddress(0xfac),
  createdTopic: '0x01',
  identify: ({ data }: { data: Hex }) => ({
    address: makeAddress(Number(data)),
    tokens: [makeAddress(1), makeAddress(2)],
    fee: 3_000,
    tickSpacing: 0,
  }),
} as unknown as FollowedModule

/**
 * Checks a chain with this many blocks between checks, on a node that allows few blocks. Every
 * block has a pool.
 */
async function check(looks: number, blocksBetween: number) {
  let requests = 0
  const node = {
    async logsAtOnce({ fromBlock, toBlock }: LogQuery) {
      requests += 1
      const blocks = Number(toBlock - fromBlock) + 1
      if (blocks > ALLOWED) return undefined
      return Array.from({ length: blocks }, (_, i) => ({
        address: followed.factory,
        topics: ['0x01' as const],
        data: `0x${(Number(fromBlock) + i).toString(16)}` as Hex,
      }))
    },
  } as unknown as ChainNode
  const rediscovery = createRediscovery({
    node,
    followed: [followed],
    fromBlock: BigInt(FROM_BLOCK),
    range: createLogRange(50_000),
  })
  const found = new Set<number>()
  const head = (n: number) => 2 * FROM_BLOCK + n * blocksBetween
  for (let n = 0; n < looks; n += 1) {
    const state = { blockNumber: BigInt(head(n)), poolIndex: { contract: () => undefined } }
    for (const { identity } of await rediscovery.check(state as unknown as ChainState))
      found.add(Number(identity.address))
  }
  return { found, requests, head: head(looks - 1) }
}

it.each([
  ['12 s', 3],
  ['2 s', 15],
  ['0.25 s', 120],
])('reads every new block of a chain with one in %s, 10 at a time', async (_, blocksBetween) => {
  const { found, head } = await check(50, blocksBetween)
  const recent = Array.from({ length: 40 * blocksBetween }, (_, i) => head - 32 - i)
  expect(recent.filter((block) => !found.has(block))).toEqual([])
})

it('reads one range of older blocks per check', async () => {
  const { found, requests } = await check(50, 15)
  const old = [...found].filter((block) => block < 2 * FROM_BLOCK - 100)
  expect(Math.max(...old)).toBeGreaterThan(FROM_BLOCK + 200)
  expect(requests).toBeLessThan(250)
})

it('does not verify addresses that are already known', async () => {
  const checked: Hex[] = []
  const module = {
    ...followed,
    getAnnounced: ({ data }: { data: Hex }) => makeAddress(Number(data)),
    identify(log: { address: Hex; topics: Hex[]; data: Hex }) {
      checked.push(log.data)
      return followed.identify(log)
    },
  } as unknown as FollowedModule
  const logs = ['0x1', '0x2', '0x3'].map((data) => ({ address: followed.factory, topics: ['0x01'], data }))
  const rediscovery = createRediscovery({
    node: { logsAtOnce: async () => logs } as unknown as ChainNode,
    followed: [module],
    fromBlock: 0n,
    range: createLogRange(50_000),
  })
  const contract = (address: string) => (address === makeAddress(2) ? {} : undefined)
  const state = { blockNumber: 100n, poolIndex: { contract } } as unknown as ChainState
  const told = await rediscovery.check(state)
  expect(told.map(({ identity }) => identity.address)).toEqual([makeAddress(1), makeAddress(3)])
  expect(await rediscovery.check(state)).toEqual([])
  expect(checked).toEqual(['0x1', '0x3'])
})

it('limits the pools it reports', async () => {
  const many = Array.from({ length: 150_000 }, (_, i) => ({
    address: followed.factory,
    topics: ['0x01'],
    data: `0x${i.toString(16)}`,
  }))
  const rediscovery = createRediscovery({
    node: { logsAtOnce: async () => many } as unknown as ChainNode,
    followed: [followed],
    fromBlock: BigInt(FROM_BLOCK),
    range: createLogRange(50_000),
  })
  const state = { blockNumber: 2_000_000n, poolIndex: { contract: () => undefined } }
  const told = await rediscovery.check(state as unknown as ChainState)
  expect(told).toHaveLength(100_000)
  expect(takeMissed(new Set(told))).toEqual(told.slice(0, 200))
  expect(await rediscovery.check(state as unknown as ChainState)).toHaveLength(0)
})
