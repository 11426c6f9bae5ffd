import { expect, it } from 'vitest'
import type { Hex } from '../../src/lib/address.ts'
import type { BlockReader, FollowedModule } from '../modules/core/module.ts'
import { createSolidlyModule } from '../modules/solidly/solidly-module.ts'
import { sampleAddress, sampleSolidlyPool, sampleV2Pool } from '../modules/testing/sample-pools.ts'
import { readShared, withOutdated } from './load-snapshot.ts'
import { createPoolIndex } from './pool-index.ts'

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

/** A factory that answers every question with the same number. */
const answer =
  (value: number): BlockReader =>
  async (calls) =>
    calls.map((): Hex => `0x${value.toString(16).padStart(64, '0')}`)

it('reads a pair again when the fees of its factory changed without a log, and only then', async () => {
  const unread = new Map<FollowedModule, never[]>()
  const [before, same, later] = await Promise.all([5, 5, 6].map((fee) => readShared(modules, answer(fee))))
  if (!before || !same || !later) throw new Error('Nothing was read')
  expect(withOutdated({ unread, poolIndex }, modules, [before, same])).toBe(unread)
  const outdated = withOutdated({ unread, poolIndex }, modules, [before, later])
  expect([...outdated]).toEqual([[solidly, [pool.identity]]])
})

it('reads what was announced together with what is outdated', async () => {
  const announced = { ...pool.identity, address: sampleAddress(0xee) }
  const unread = new Map([[solidly, [announced]]])
  const [before, later] = await Promise.all([5, 6].map((fee) => readShared(modules, answer(fee))))
  if (!before || !later) throw new Error('Nothing was read')
  const outdated = withOutdated({ unread, poolIndex }, modules, [before, later])
  expect(outdated.get(solidly)).toEqual([announced, pool.identity])
})
