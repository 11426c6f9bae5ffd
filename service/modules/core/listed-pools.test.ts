import { expect, it } from 'vitest'
import { encodeWord } from '../../lib/abi-words.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { createListedPools } from './listed-pools.ts'

it('rejects a factory that reports far more pools than any has', async () => {
  let callCount = 0
  const pools = createListedPools({
    module: 'curve',
    factory: sampleAddress(1),
    views: [],
    toPool: () => undefined,
  })
  const listing = pools.listPools(async (calls) => {
    callCount += calls.length
    return calls.map(() => `0x${encodeWord(30_000_000n)}` as const)
  }, 0)
  await expect(listing).rejects.toThrow('reports an implausible 30000000 pools')
  expect(callCount).toBe(1)
})
