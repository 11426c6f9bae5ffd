import { type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../wire/lib/address.ts'
import type { FollowedModule, LiquidityModules } from '../../modules/core/module.ts'
import type { Pool, PoolLog } from '../../modules/core/pool.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { bloomBits } from '../blocks/logs-bloom.ts'
import type { Header } from '../blocks/node.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { findDiffering, findNamed } from './check-gap.ts'

const BLOCKS = 100
const [sync, id] = ['sync', 'id'].map((name) => keccak256(stringToHex(name))) as [Hex, Hex]
const manager = makeAddress(0xfac)
const FULL = bloomOf(Array.from({ length: 2_048 }, (_, i) => i))
const NONE = bloomOf([])

describe('findNamed', () => {
  const [first] = makePools(1)
  const busy = [first!.address, sync].flatMap(bloomBits)

  it('returns pools whose address and module topic match one block, at one header per block', async () => {
    const blooms = [bloomOf(busy), bloomOf(bloomBits(makePools(2)[1]!.address)), bloomOf(bloomBits(sync))]
    expect(await find({ pools: makePools(300), blooms })).toEqual({
      named: [first!.address],
      headers: BLOCKS,
    })
  })

  it('returns the pools of a manager that emits logs for them', async () => {
    const bloom = bloomOf([manager, sync, id].flatMap(bloomBits))
    const pools = [...makePools(200), ...makePools(3, 1_000).map((pool) => ({ ...pool, module: 'v4' }))]
    const { named } = await find({ pools, blooms: [bloom] })
    expect(named).toEqual(pools.slice(200).map(({ address }) => address))
  })

  it('returns all pools without reading a header if there are few', async () => {
    expect(await find({ pools: makePools(BLOCKS), blooms: [] })).toMatchObject({
      named: { length: BLOCKS },
      headers: 0,
    })
  })

  it.each<[string, (Hex | undefined)[], number]>([
    ['are crowded', Array.from({ length: BLOCKS }, (_, i) => crowd(i)), 32],
    ['are full', [FULL], 8],
    ['are left out', [undefined], 8],
    ['are all empty, as on chains without filters', Array(BLOCKS).fill(NONE), BLOCKS],
    ['lack logs that the node returned', [bloomOf(bloomBits(makeAddress(0xabc)))], BLOCKS],
  ])('returns all pools if the filters %s', async (_, blooms, maxHeaders) => {
    const { named, headers } = await find({ pools: makePools(300), blooms, shown: [first!.address, sync] })
    expect(named).toHaveLength(300)
    expect(headers).toBeLessThanOrEqual(maxHeaders)
  })
})

it('finds the pools whose logs differ between two nodes, ignoring case', () => {
  const log = (n: number, data: Hex): PoolLog => ({ address: makeAddress(n), topics: [sync], data })
  const ours = [log(0xa, '0x01'), log(0xb, '0x01'), log(0xc, '0x01'), log(0xc, '0x02'), log(0xd, '0xab')]
  const theirs = [
    ...[log(0xb, '0x02'), log(0xc, '0x02'), log(0xc, '0x01')],
    ...[
      { ...log(0xd, '0xAB'), address: makeAddress(0xd).toUpperCase().replace('X', 'x') as Address },
      log(0xe, '0x01'),
    ],
  ]
  const different = findDiffering(ours, theirs, { followed: [], sampled: [] })
  expect(different).toEqual([0xa, 0xb, 0xc, 0xe].map(makeAddress))
  expect(findDiffering(ours, ours, { followed: [], sampled: [] })).toEqual([])
})

interface Case {
  pools: readonly Pool[]
  /** Filters of the first blocks. The other blocks have one log of an unknown contract. */
  blooms: readonly (Hex | undefined)[]
  shown?: readonly Hex[]
}

async function find({ pools, blooms, shown = [] }: Case) {
  let headers = 0
  const node = {
    async headerAt(number: bigint) {
      headers += 1
      const i = Number(number) - 1_000
      return { logsBloom: i < blooms.length ? blooms[i] : bloomOf(bloomBits(id)) } as Header
    },
  }
  const gap = { fromBlock: 1_000n, toBlock: 999n + BigInt(BLOCKS), shown: new Set(shown) }
  const named = await findNamed(createPoolIndex(pools), gap, { node, modules })
  return { named: named.map(({ identity }) => identity.address), headers }
}

/** One request per pool. */
const modules = {
  followed: [
    { id: 'v2', factory: makeAddress(0xfab), topics: [sync], callsPerPool: 250 },
    { id: 'v4', factory: manager, topics: [sync], callsPerPool: 250, getSubject: () => undefined },
  ] as unknown as FollowedModule[],
  sampled: [],
} satisfies LiquidityModules

function makePools(count: number, from = 1): Pool[] {
  return Array.from({ length: count }, (_, i) => {
    const sample = sampleV2Pool({ reserve0: 1n, reserve1: 1n })
    const address = makeAddress(from + i)
    return { ...sample, module: 'v2', address, identity: { ...sample.identity, address, tickSpacing: 0 } }
  })
}

/** Half of the bits are set, as in blocks of a thousand logs, including the bits of the topic. */
function crowd(seed: number): Hex {
  const bits = Array.from({ length: 480 }, (_, i) => bloomBits(numberToHex(seed * 1_000 + i, { size: 32 })))
  return bloomOf([...bits.flat(), ...bloomBits(sync)])
}

function bloomOf(bits: readonly number[]): Hex {
  return numberToHex(
    bits.reduce((bloom, bit) => bloom | (1n << BigInt(bit)), 0n),
    { size: 256 },
  )
}
