import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReadClient } from '../chain/read-actions.ts'
import type { ChainReader } from '../chain/types.ts'
import { watchTransaction } from '../chain/watch-transaction.ts'
import { isDropped } from '../store/is-dropped.ts'
import type { ActivityEntry } from '../store/types.ts'
import { fixtureEntry, REPLACED_HASH, storeFixtureActivity } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { fixtureError, fixtureRun, HASH } from '../testing/fixtures/fixture-swap.ts'
import { openActivityPage } from '../testing/pages/activity-page.ts'
import { ownerName } from './own-running-swaps.ts'
import { takeIfFree } from './swap-owner.ts'

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

/** Opens a page whose execution outlived an earlier page that had dropped the swap. */
function openPage(watch: ChainReader['watch']) {
  const error = fixtureError('TRANSACTION_DROPPED')
  const execution = createFixtureExecution({ stage: 'failed', ...run, error, at: 'watching', hash: HASH })
  const page = openActivityPage({ chain: createFixtureChain({ watch }), config: FIXTURE_CONFIG, execution })
  stops.push(page.close)
  return { ...page, execution }
}

it('keeps the end of a swap that was found after the execution dropped it', async () => {
  storeFixtureActivity([fixtureEntry(id, 'done')])
  const { entries } = openPage(() => new Promise(() => {}))
  await expect.poll(() => entries()).toHaveLength(1)
  expect(entries()).toMatchObject([{ id, status: 'done' }])
  expect(entries()[0]?.errorCode).toBeUndefined()
})

it('replaces an unknown outcome with the end it finds', async () => {
  storeFixtureActivity([dropped(id)])
  const { entries, execution } = openPage(async () => ({ kind: 'cancelled', hash: REPLACED_HASH }))
  await expect.poll(() => entries()[0]?.errorCode, { timeout: 10_000 }).toBe('TRANSACTION_CANCELLED')
  expect(execution.getState().stage).toBe('idle')
})

it('searches for one swap at a time, and for the five newest at most', async () => {
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

it('polls a failing node five times per swap and continues with the next one', async () => {
  vi.useFakeTimers()
  try {
    const now = Date.now()
    storeFixtureActivity([dropped('swap-0', now - 1_000), dropped('swap-1', now - 2_000)])
    const asked: string[] = []
    const client = (hash: string) =>
      ({
        getBlockNumber: async () => {
          asked.push(hash)
          throw new Error('no answer')
        },
      }) as unknown as ReadClient
    const { entries } = openPage((query) => watchTransaction(client(query.transaction.hash), query))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toHaveLength(10)
    expect(entries().every(isDropped)).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('skips a swap that another widget searches for', async () => {
  const now = Date.now()
  storeFixtureActivity([dropped('elsewhere', now - 1_000), dropped('free', now - 2_000)])
  const giveUp = await takeIfFree(ownerName(FIXTURE_CONFIG.integrator, 'elsewhere'))
  const { entries } = openPage(async () => ({ kind: 'cancelled', hash: REPLACED_HASH }))
  const codeOf = (ofId: string) => entries().find((entry) => entry.id === ofId)?.errorCode
  await expect.poll(() => codeOf('free'), { timeout: 10_000 }).toBe('TRANSACTION_CANCELLED')
  expect(codeOf('elsewhere')).toBe('TRANSACTION_DROPPED')
  giveUp?.(0)
})

it('keeps the newer result of a swap that was retried during the search', async () => {
  storeFixtureActivity([dropped('again')])
  let find = () => {}
  let isAsked = false
  const page = openPage(() => {
    isAsked = true
    return new Promise((resolve) => {
      find = () => resolve({ kind: 'cancelled', hash: REPLACED_HASH })
    })
  })
  await expect.poll(() => isAsked, { timeout: 10_000 }).toBe(true)
  page.activity.setState({ entries: [dropped('again', Date.now() + 1)] })
  find()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.entries()[0]?.errorCode).toBe('TRANSACTION_DROPPED')
})
