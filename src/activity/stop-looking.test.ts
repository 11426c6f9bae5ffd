import { expect, it, vi } from 'vitest'
import { createEventBus } from '../events/create-event-bus.ts'
import type { EventName } from '../events/types.ts'
import type { ExecutionState } from '../execution/machine/types.ts'
import { routeOfState } from '../execution/route.ts'
import { createValueStore } from '../store/create-value-store.ts'
import type { ActivityEntry, ActivityState } from '../store/types.ts'
import { fixtureEntry } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { fixtureRun, fixtureVerified, HASH } from '../testing/fixtures/fixture-swap.ts'
import { stopLooking } from './stop-looking.ts'

const run = fixtureRun()
const { id } = run.intent
const watching = {
  stage: 'watching',
  ...run,
  verified: fixtureVerified(run),
  hash: undefined,
  isUncertain: true,
  awaitingSigners: false,
} as const
const route = routeOfState(watching, [])

function setUp(entry: ActivityEntry, execution = createFixtureExecution()) {
  const state: ActivityState = { entries: [entry], waits: {}, resumed: [], selected: undefined }
  const activity = createValueStore(state)
  const events = createEventBus()
  const heard: EventName[] = []
  events.onAny(({ name }) => heard.push(name))
  stopLooking({ activity, execution, emit: events.emit }, entry.id)
  return { heard, entry: activity.getState().entries[0] }
}

it('emits the failure of a swap from an earlier page', () => {
  const { heard, entry } = setUp({ ...fixtureEntry(id, 'pending'), hash: HASH, route })
  expect(heard).toEqual(['routeExecutionUpdated', 'routeExecutionFailed', 'transactionError'])
  expect(entry).toMatchObject({ status: 'failed', errorCode: 'TRANSACTION_DROPPED', hash: HASH })
  // A later page needs the call for another search.
  expect(entry?.call).toBeDefined()
})

it('emits nothing for a swap that has ended', () => {
  const done = { ...fixtureEntry(id, 'done'), route }
  const { heard, entry } = setUp(done)
  expect(heard).toEqual([])
  expect(entry).toBe(done)
})

it.each<[string, ExecutionState, boolean]>([
  ['the current swap', watching, true],
  ['a background swap', { stage: 'idle' }, false],
])('gives up %s in its execution, which emits and records the end', (_, state, isCurrent) => {
  const execution = createFixtureExecution(state, isCurrent ? [] : [watching])
  const giveUp = vi.spyOn(execution, isCurrent ? 'giveUp' : 'giveUpBackgroundSwap')
  const { heard, entry } = setUp({ ...fixtureEntry(id, 'pending'), route }, execution)
  expect(giveUp).toHaveBeenCalledOnce()
  expect(heard).toEqual([])
  expect(entry?.status).toBe('pending')
})
