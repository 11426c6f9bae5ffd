import { afterEach, beforeEach, expect, it } from 'vitest'
import { fixtureEntry, REPLACED_HASH, storeFixtureActivity } from '../../stories/support/fixture-activity.ts'
import { createFixtureChain } from '../../stories/support/fixture-chain.ts'
import { FIXTURE_CONFIG } from '../../stories/support/fixture-config.ts'
import { createFixtureExecution } from '../../stories/support/fixture-execution.ts'
import { fixtureError, fixtureRun, HASH } from '../../stories/support/fixture-swap.ts'
import { openActivityPage } from '../../testing/activity-page.ts'
import type { ChainReader } from '../chain/types.ts'
import type { ActivityEntry } from '../store/types.ts'

const run = fixtureRun()
const { id } = run.intent
const stops: (() => void)[] = []

beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function dropped(ofId: string, endedAt = Date.now()): ActivityEntry {
  return { ...fixtureEntry(ofId, 'pending'), status: 'failed', errorCode: 'TRANSACTION_DROPPED', endedAt }
}

/** A page whose execution outlived an earlier one that stopped looking for the swap. */
function openPage(watch: ChainReader['watch']) {
  const error = fixtureError('TRANSACTION_DROPPED')
  const execution = createFixtureExecution({ stage: 'failed', ...run, error, at: 'watching', hash: HASH })
  const page = openActivityPage({ chain: createFixtureChain({ watch }), config: FIXTURE_CONFIG, execution })
  stops.push(page.close)
  return { ...page, execution }
}

it('keeps the end of a swap that was found after the execution gave it up', async () => {
  storeFixtureActivity([fixtureEntry(id, 'done')])
  const { entries } = openPage(() => new Promise(() => {}))
  await expect.poll(() => entries()).toHaveLength(1)
  expect(entries()).toMatchObject([{ id, status: 'done' }])
  expect(entries()[0]?.errorCode).toBeUndefined()
})

it('tells no more that the end is unknown once it was found', async () => {
  storeFixtureActivity([dropped(id)])
  const { entries, execution } = openPage(async () => ({ kind: 'cancelled', hash: REPLACED_HASH }))
  await expect.poll(() => entries()[0]?.errorCode, { timeout: 10_000 }).toBe('TRANSACTION_CANCELLED')
  expect(execution.getState().stage).toBe('idle')
})

it('looks for one swap at a time, and for the newest five at most', async () => {
  const now = Date.now()
  storeFixtureActivity(Array.from({ length: 8 }, (_, index) => dropped(`swap-${index}`, now - 8_000 + index)))
  let running = 0
  let most = 0
  let asked = 0
  const { entries } = openPage(async () => {
    asked += 1
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running -= 1
    return { kind: 'cancelled', hash: REPLACED_HASH }
  })
  const found = () =>
    entries()
      .filter(({ errorCode }) => errorCode === 'TRANSACTION_CANCELLED')
      .map((entry) => entry.id)
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(5)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(asked).toBe(5)
  expect(most).toBe(1)
  expect(found().sort()).toEqual(['swap-3', 'swap-4', 'swap-5', 'swap-6', 'swap-7'])
})
