import { expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createLogRange } from '../blocks/log-range.ts'
import type { ChainNode, Header, LogQuery } from '../blocks/node.ts'
import type { PoolMemory } from '../pool-set/pool-memory.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { catchUp } from './catch-up.ts'

const ALLOWED = 10
const toHash = (block: bigint): Hex => `0x${block.toString(16).padStart(64, '0')}`
const toHeader = (number: bigint): Header => ({
  number,
  hash: toHash(number),
  parentHash: toHash(number - 1n),
  timestamp: number,
  gasPrice: 0n,
})

it('learns how many blocks a node allows and stays within that limit', async () => {
  const asked: { blocks: number; isRefused: boolean }[] = []
  const seen: number[] = []
  const node = {
    hashAt: async (block: bigint) => toHash(block),
    async logsAtOnce({ fromBlock, toBlock }: LogQuery) {
      const blocks = Number(toBlock - fromBlock) + 1
      asked.push({ blocks, isRefused: blocks > ALLOWED })
      if (blocks > ALLOWED) return undefined
      return Array.from({ length: blocks }, (_, i) => ({
        address: makeAddress(Number(fromBlock) + i),
        topics: ['0x01' as const],
        data: '0x' as const,
      }))
    },
  } as unknown as ChainNode
  const memory = {
    touch({ unknownSubjects }: { unknownSubjects: ReadonlySet<string> }) {
      seen.push(...Array.from(unknownSubjects, Number))
      return []
    },
  } as unknown as PoolMemory
  const deps = {
    node,
    modules: { followed: [], sampled: [] },
    memory,
    queue: { add: () => undefined },
    read: async () => [],
    maxBlocks: 2_000,
    gapRange: createLogRange(250),
    suspect: () => undefined,
  }
  const nothing = { poolIndex: createPoolIndex([]), sampled: new Set<string>() }
  for (const start of [1_000n, 2_000n]) {
    asked.length = 0
    seen.length = 0
    const ancestor = createSnapshot(toHeader(start), nothing)
    const caughtUp = await catchUp(toHeader(start + 500n), ancestor, deps)
    expect(caughtUp).toMatchObject({ logs: 500, state: { blockNumber: start + 500n } })
    expect(seen).toEqual(Array.from({ length: 500 }, (_, i) => Number(start) + 1 + i))
  }
  // Little is left to learn the second time, except for occasional larger ranges.
  expect(asked.filter(({ isRefused }) => isRefused).length).toBeLessThanOrEqual(5)
  expect(asked.length).toBeLessThanOrEqual(60)
})
