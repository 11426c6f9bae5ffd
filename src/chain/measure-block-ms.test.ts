import { expect, it } from 'vitest'
import { measureBlockMs } from './measure-block-ms.ts'

const chain = { getBlock: async ({ blockNumber = 0n } = {}) => ({ timestamp: blockNumber * 12n }) }
const measure = (number: bigint) =>
  measureBlockMs(chain as unknown as Parameters<typeof measureBlockMs>[0], {
    number,
    timestamp: number * 12n,
  })

it('returns the mean time of the latest blocks, and 0 on the first block', async () => {
  expect(await measure(1_000n)).toBe(12_000)
  expect(await measure(3n)).toBe(12_000)
  expect(await measure(0n)).toBe(0)
})
