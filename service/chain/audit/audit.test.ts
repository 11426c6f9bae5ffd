import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { createPoolIndex } from '../snapshot/pool-index.ts'
import { createSnapshot } from '../snapshot/snapshot.ts'
import { createAuditCursor } from './audit.ts'

const header = {
  number: 1n,
  hash: `0x${'1'.repeat(64)}`,
  parentHash: `0x${'0'.repeat(64)}`,
  timestamp: 1n,
  gasPrice: 1n,
} as const

function makeState(count: number) {
  const pools = Array.from({ length: count }, (_, i) =>
    sampleV2Pool({ reserve0: 10n ** 20n, reserve1: 10n ** 20n }, { n: i + 1 }),
  )
  return createSnapshot(header, { poolIndex: createPoolIndex(pools), sampled: new Set() })
}

it.each([0, 1, 3, 300, 320, 5_000])('reads each of %i pools within 1,024 audits', (count) => {
  const state = makeState(count)
  const cursor = createAuditCursor({ random: createRandom(count).next })
  const read = new Map<string, number>()
  for (let i = 0; i < 1_024; i += 1) {
    const sample = cursor.next(state)
    expect(sample.length).toBeLessThanOrEqual(5)
    for (const { address } of sample) read.set(address, (read.get(address) ?? 0) + 1)
  }
  expect(read.size).toBe(count)
  // Pools take turns, so none is read much more often than another.
  const times = [...read.values()]
  if (count > 0) expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1)
})

describe('audit cursor with a time limit', () => {
  const HOUR_MS = 3_600_000
  const state = makeState(22_000)
  const total = 22_000

  /** Audits at this interval until all pools are read. */
  function readAll(seconds: number, isStopped: (hours: number) => boolean = () => false) {
    let nowMs = 0
    const cursor = createAuditCursor({
      turnMs: 22 * HOUR_MS,
      nowMs: () => nowMs,
      random: createRandom(1).next,
    })
    const read = new Set<string>()
    const sizes: number[] = []
    for (; read.size < total; nowMs += seconds * 1_000) {
      if (isStopped(nowMs / HOUR_MS)) continue
      const sample = cursor.next(state)
      sizes.push(sample.length)
      for (const { address } of sample) read.add(address)
    }
    return { hours: nowMs / HOUR_MS, audits: sizes.length, largest: Math.max(...sizes) }
  }

  it.each([8, 64, 384, 600])('reads all pools within a day with an audit every %i s', (seconds) => {
    const { hours, audits, largest } = readAll(seconds)
    expect(hours).toBeLessThanOrEqual(22.2)
    expect(audits).toBeLessThanOrEqual(1_024)
    expect(largest).toBeLessThanOrEqual(180)
  })

  it('catches up within the day after five hours without audits, in batches', () => {
    const { hours, largest } = readAll(384, (at) => at > 10 && at < 15)
    expect(hours).toBeLessThanOrEqual(22.2)
    expect(largest).toBe(256)
  })

  it('reads few of the first pools of a later turn, however long ago the last turn was', () => {
    let nowMs = 0
    const cursor = createAuditCursor({ turnMs: 22 * HOUR_MS, nowMs: () => nowMs })
    const few = makeState(4)
    cursor.next(few)
    nowMs = 100 * HOUR_MS
    expect(cursor.next(state)).toHaveLength(Math.ceil(total / 1_024))
  })
})
