import { expect, it } from 'vitest'
import { fixtureEntry } from '../testing/fixtures/fixture-activity.ts'
import { ETHEREUM } from '../testing/fixtures/fixture-tokens.ts'
import { getMedianDuration } from './use-usual-duration.ts'

const took = (seconds: number, startedAt = 0) => ({
  ...fixtureEntry('swap', 'done'),
  startedAt,
  endedAt: startedAt + seconds * 1_000,
})

it('returns the median of the last five swaps on the chain', () => {
  const old = took(300, 1)
  const entries = [old, took(9, 6), took(12, 2), took(40, 3), took(13, 4), took(11, 5)]
  expect(getMedianDuration(entries, ETHEREUM)).toBe(12_000)
  expect(getMedianDuration([took(9), { ...took(60), chainId: 10 }], ETHEREUM)).toBe(9_000)
})

it('ignores pending swaps, and swaps that were found much later', () => {
  expect(getMedianDuration([fixtureEntry('swap', 'pending'), took(7_200), took(0)], ETHEREUM)).toBeUndefined()
})
