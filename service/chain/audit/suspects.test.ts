import { expect, it } from 'vitest'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createSuspects } from './suspects.ts'

const pools = Array.from({ length: 100 }, (_, n) => makeAddress(n + 1))
const limits = { cooldownMs: 60_000, perBlock: 4 }

it('takes few suspected pools per block, however often it is called, and the others later', () => {
  const suspects = createSuspects(limits)
  suspects.add(pools.slice(0, 10))
  const blocks = [1n, 1n, 2n, 2n, 3n, 4n].map((block) => suspects.take(block).length)
  expect(blocks).toEqual([4, 0, 4, 0, 2, 0])
})

it('does not suspect a pool again soon after it was read, whatever fails', () => {
  let nowMs = 0
  const suspects = createSuspects(limits, () => nowMs)
  let block = 0n
  let read = 0
  for (; nowMs < 600_000; nowMs += 1_000) {
    suspects.add(pools.slice(0, 2))
    block += 1n
    read += suspects.take(block).length
  }
  expect(read).toBe(2 * 10)
})

it('limits the number of waiting pools', () => {
  const suspects = createSuspects({ cooldownMs: 0, perBlock: 1_000 })
  suspects.add(pools)
  expect(suspects.take(1n)).toHaveLength(64)
})
