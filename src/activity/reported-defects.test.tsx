import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChainReader } from '../chain/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { ActivityEntry } from '../store/types.ts'
import { ACTIVITY_KEY, fixtureEntry, storeFixtureActivity } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { openActivityPage } from '../testing/pages/activity-page.ts'

const defect = new TypeError('x is not a function')
const named = { code: 'UNKNOWN', cause: defect, supportId: expect.stringMatching(/./) }
const reportError = vi.fn()
const stops: (() => void)[] = []

beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  reportError.mockReset()
})

function openPage(watch: ChainReader['watch'], execution = createFixtureExecution()) {
  const chain = createFixtureChain({ watch })
  stops.push(openActivityPage({ chain, config: FIXTURE_CONFIG, execution, reportError }).close)
}

const PENDING = fixtureEntry('pending', 'pending')
const DROPPED: ActivityEntry = {
  ...fixtureEntry('dropped', 'pending'),
  status: 'failed',
  errorCode: 'TRANSACTION_DROPPED',
  endedAt: Date.now(),
}

it.each([
  ['watches a pending swap', PENDING],
  ['searches for a dropped swap', DROPPED],
])('reports an error of the code that %s', async (_, entry) => {
  storeFixtureActivity([entry])
  openPage(() => Promise.reject(defect))
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(named)))
})

it.each([
  ['a node that cannot be reached', new SluiceError('RPC_UNAVAILABLE')],
  ['code that failed to load', new TypeError('Failed to fetch dynamically imported module: /a.js')],
])('does not report %s', async (_, failure) => {
  const watch = vi.fn(() => Promise.reject(failure))
  storeFixtureActivity([PENDING])
  openPage(watch)
  await vi.waitFor(() => expect(watch).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(reportError).not.toHaveBeenCalled()
})

it('reports an error of the code that records swaps once', async () => {
  const execution = {
    ...createFixtureExecution(),
    getOpenRequests: () => {
      throw defect
    },
  }
  storeFixtureActivity([PENDING])
  openPage(() => new Promise(() => {}), execution)
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledWith(expect.objectContaining(named)))
  dispatchEvent(new StorageEvent('storage', { key: ACTIVITY_KEY }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(reportError).toHaveBeenCalledOnce()
})
