import { type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import type { FollowedModule } from '../../modules/core/module.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { bloomBits } from '../blocks/logs-bloom.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createFindPoolsWithoutLogs } from './find-pools-without-logs.ts'

const sync = keccak256(stringToHex('sync'))
const [shown, hidden] = [makeAddress(1), makeAddress(2)]
const sample = sampleV2Pool({ reserve0: 1n, reserve1: 1n })
const poolIndex = createPoolIndex(
  Array.from({ length: 1_000 }, (_, i) => {
    const address = makeAddress(i + 1)
    return { ...sample, module: 'v2', address, identity: { ...sample.identity, address } }
  }),
)
const module = { id: 'v2', factory: makeAddress(0xfac), topics: [sync] } as unknown as FollowedModule
const findLacking = createFindPoolsWithoutLogs({ followed: [module], sampled: [] })

it.each<[string, Hex | undefined, number, number]>([
  ['finds it by a filter', bloomOf([shown, hidden, sync]), 1, 1],
  ['does not find it without a filter', undefined, 1, 0],
  ['does not find it in a block without logs of its module', bloomOf([shown, hidden]), 1, 0],
  [
    'ignores a filter with too many expected false positives',
    bloomOf([shown, hidden, sync, ...some(75)]),
    1,
    0,
  ],
  [
    'finds it by such a filter if more false positives are allowed',
    bloomOf([shown, hidden, sync, ...some(75)]),
    1_000,
    1,
  ],
  ['ignores a crowded filter', bloomOf([shown, hidden, sync, ...some(400)]), 1_000, 0],
])('handles a pool whose logs a node hides: %s', (_, bloom, maxMistaken, least) => {
  const logs = [{ address: shown, topics: [sync], data: '0x' as const }]
  const found = findLacking(bloom, poolIndex, logs, maxMistaken).map(({ identity }) => identity.address)
  expect(found.length).toBeGreaterThanOrEqual(least)
  expect([found.includes(hidden), found.includes(shown)]).toEqual([least === 1, false])
})

/** Other entries of the block's filter. */
function some(count: number): Hex[] {
  return Array.from({ length: count }, (_, i) => numberToHex(i + 1, { size: 32 }))
}

function bloomOf(values: readonly Hex[]): Hex {
  return numberToHex(
    values.flatMap(bloomBits).reduce((bloom, bit) => bloom | (1n << BigInt(bit)), 0n),
    { size: 256 },
  )
}
