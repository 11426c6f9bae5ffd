import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ACTIVITY_KEY } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import {
  fixtureIntent,
  fixtureOutcome,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../testing/fixtures/fixture-swap.ts'
import { openActivityPage } from '../testing/pages/activity-page.ts'
import { readActivity } from './activity-storage.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

/** Opens a widget with one swap of this id. */
function open(id: string) {
  const execution = createFixtureExecution()
  const page = openActivityPage({ chain: createFixtureChain(), config: FIXTURE_CONFIG, execution })
  const run = fixtureRun({ ...fixtureIntent(), id })
  const verified = fixtureVerified(run)
  return {
    ...page,
    statusOf: (wanted: string) => page.entries().find((entry) => entry.id === wanted)?.status,
    send: () => execution.set({ stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false }),
    finish: () => execution.set({ stage: 'completed', ...run, verified, outcome: fixtureOutcome(run) }),
  }
}

function refuse(...methods: ('getItem' | 'setItem' | 'removeItem')[]) {
  const spies = methods.map((method) =>
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    }),
  )
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

it('keeps the record of a widget while storage is blocked, whatever another widget records', async () => {
  refuse('getItem', 'setItem', 'removeItem')
  const [one, two] = [open('one'), open('two')]
  one.send()
  await expect.poll(() => one.statusOf('one')).toBe('pending')
  one.finish()
  two.send()
  await expect.poll(() => two.statusOf('two')).toBe('pending')
  expect(one.statusOf('one')).toBe('done')
  one.close()
  two.close()
})

it('stores unsaved entries once a full storage has space, without undoing later changes', async () => {
  const [one, two] = [open('one'), open('two')]
  one.send()
  await expect.poll(() => readActivity(ACTIVITY_KEY)).toMatchObject([{ id: 'one', status: 'pending' }])
  const makeRoom = refuse('setItem')
  one.finish()
  expect(one.statusOf('one')).toBe('done')
  makeRoom()
  two.send()
  await expect.poll(() => two.statusOf('two')).toBe('pending')
  expect(one.statusOf('one')).toBe('done')
  expect(one.statusOf('two')).toBe('pending')
  one.activity.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.id === 'two' ? { ...entry, supportId: 'seen' } : entry)),
  }))
  expect(readActivity(ACTIVITY_KEY)).toContainEqual(expect.objectContaining({ id: 'one', status: 'done' }))
  one.close()
  two.close()
})
