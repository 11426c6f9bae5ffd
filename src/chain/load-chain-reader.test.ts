import { expect, test } from 'vitest'
import { createLoadedChainReader } from './load-chain-reader.ts'

test('a reader whose code is not loaded yet can be awaited like any value', async () => {
  const reader = createLoadedChainReader(() => ({ chains: [] }))
  expect(await Promise.resolve(reader)).toBe(reader)
})
