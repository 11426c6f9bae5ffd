import { expect, test } from 'vitest'
import { createLoadedChainReader } from './load-chain-reader.ts'

test('can be awaited like any value before its code is loaded', async () => {
  const reader = createLoadedChainReader(
    () => {
      throw new Error('The configuration is read with the first call of the reader.')
    },
    () => {},
  )
  expect(await Promise.resolve(reader)).toBe(reader)
})
