import { expect, test } from 'vitest'
import { createLoadedChainReader } from './load-chain-reader.ts'

test('a reader whose code is not loaded yet can be awaited like any value', async () => {
  const reader = createLoadedChainReader(() => {
    throw new Error('The configuration is read with the first call of the reader.')
  })
  expect(await Promise.resolve(reader)).toBe(reader)
})
