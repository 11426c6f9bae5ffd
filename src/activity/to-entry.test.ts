import { expect, it } from 'vitest'
import { fixtureError, fixtureRun, HASH } from '../testing/fixtures/fixture-swap.ts'
import { toEntry } from './to-entry.ts'

it('records the gas of a reverted swap', () => {
  const error = fixtureError('TRANSACTION_REVERTED')
  const failed = { stage: 'failed', ...fixtureRun(), error, at: 'watching', hash: HASH } as const
  expect(toEntry({ ...failed, gasPaidWei: 7n }, undefined, 0)).toMatchObject({ gasPaid: '7' })
  expect(toEntry(failed, undefined, 0)?.gasPaid).toBeUndefined()
})
