import { expect, it } from 'vitest'
import { createRandom } from '../../devnet/random.ts'
import { sampleV2Pool } from '../modules/testing/sample-pools.ts'
import { createAuditCursor } from './audit.ts'
import { createPoolIndex } from './pool-index.ts'
import { createSnapshot } from './snapshot.ts'

const header = {
  number: 1n,
  hash: `0x${'1'.repeat(64)}`,
  parentHash: `0x${'0'.repeat(64)}`,
  timestamp: 1n,
  gasPrice: 1n,
} as const

it.each([0, 1, 3, 300, 320, 5_000])('audits read each of %i pools within 1,024 of them', (count) => {
  const pools = Array.from({ length: count }, (_, i) =>
    sampleV2Pool({ reserve0: 10n ** 20n, reserve1: 10n ** 20n }, { n: i + 1 }),
  )
  const state = createSnapshot(header, { poolIndex: createPoolIndex(pools), sampled: new Set() })
  const cursor = createAuditCursor({ random: createRandom(count).next })
  const read = new Map<string, number>()
  for (let i = 0; i < 1_024; i += 1) {
    const sample = cursor.next(state)
    expect(sample.length).toBeLessThanOrEqual(5)
    for (const { address } of sample) read.set(address, (read.get(address) ?? 0) + 1)
  }
  expect(read.size).toBe(count)
  // None much more often than another: turns, not luck.
  const times = [...read.values()]
  if (count > 0) expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1)
})
