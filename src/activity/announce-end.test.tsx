import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PARTNER } from '../../wire/fixtures/addresses.ts'
import type { Address } from '../../wire/lib/address.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { createEventBus } from '../events/create-event-bus.ts'
import type { ProcessType, Route } from '../events/types.ts'
import { routeOfIntent, routeOfState } from '../execution/route.ts'
import { createTranslation } from '../i18n/create-translation.ts'
import { report } from '../lib/report.ts'
import { createValueStore } from '../store/create-value-store.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import {
  fixtureIntent,
  fixtureOutcome,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../testing/fixtures/fixture-swap.ts'
import { announceEnds } from './announce-end.ts'
import { emitEnd } from './emit-end.ts'
import { toEntry, withOutcome } from './to-entry.ts'

const route: Route = {
  ...routeOfIntent(fixtureIntent()),
  toAmountReceive: '2500000000',
  received: '2500000000',
}
const shown: { title: string; options: NotificationOptions }[] = []
const requestPermission = vi.fn()
let stops: (() => void)[] = []

class FakeNotification {
  static permission: NotificationPermission = 'granted'
  static requestPermission = requestPermission
  constructor(title: string, options: NotificationOptions) {
    shown.push({ title, options })
  }
}

beforeEach(() => {
  document.title = 'The host'
  shown.length = 0
  FakeNotification.permission = 'granted'
  vi.stubGlobal('Notification', FakeNotification)
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  hide(false)
  delete document.documentElement.dataset.sluicePage
  vi.unstubAllGlobals()
  expect(requestPermission).not.toHaveBeenCalled()
})

function hide(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

function setUp(notifyEnd?: WidgetConfig['notifyEnd']) {
  const events = createEventBus()
  const config = createValueStore(resolveConfig({ ...FIXTURE_CONFIG, ...(notifyEnd && { notifyEnd }) }))
  const translation = createValueStore(createTranslation('en'))
  stops.push(announceEnds({ events, config, translation, reportError: report }))
  const fail = (code: ErrorCode, type: ProcessType = 'swap') => {
    const error = { code, message: '' }
    const process = { id: type, type, status: 'failed', error } as const
    events.emit('routeExecutionFailed', { route, process })
  }
  const complete = (completed = route) => events.emit('routeExecutionCompleted', completed)
  return { events, complete, fail }
}

it('shows the end in the title of a hidden page until the page is visible', () => {
  const { complete } = setUp()
  hide(true)
  complete()
  expect(document.title).toBe('Swap complete · The host')
  hide(true)
  expect(document.title).toBe('Swap complete · The host')
  hide(false)
  expect(document.title).toBe('The host')
  expect(shown).toEqual([])
})

it('leaves the title of a visible page alone, and keeps title changes by the host', () => {
  const { complete } = setUp()
  complete()
  expect(document.title).toBe('The host')
  hide(true)
  complete()
  document.title = 'Another page of the host'
  hide(false)
  expect(document.title).toBe('Another page of the host')
})

it('restores the title for two widgets in either order', () => {
  const [one, two] = [setUp(), setUp()]
  hide(true)
  one.complete()
  two.fail('TRANSACTION_REVERTED')
  expect(document.title).toBe('Swap not completed · Swap complete · The host')
  hide(false)
  expect(document.title).toBe('The host')
})

it('announces nothing when the user rejected the request', () => {
  const { fail } = setUp('system')
  hide(true)
  fail('USER_REJECTED')
  expect(document.title).toBe('The host')
  expect(shown).toEqual([])
})

it('announces an unknown outcome only for a sent swap that is not found', () => {
  const { fail } = setUp()
  hide(true)
  fail('TRANSACTION_DROPPED')
  expect(document.title).toBe('Outcome unknown · The host')
  fail('TRANSACTION_DROPPED', 'approval')
  expect(document.title).toBe('Swap not completed · Outcome unknown · The host')
})

it('shows a notification when the host enables it and the user granted permission', () => {
  const { complete, fail } = setUp('system')
  hide(true)
  complete()
  fail('TRANSACTION_DROPPED')
  const options = { tag: `sluice ${route.id}` }
  expect(shown).toMatchObject([
    { title: 'Swap complete', options: { ...options, body: 'Swap complete. You received 2,500 USDC.' } },
    { title: 'Outcome unknown', options },
  ])
  FakeNotification.permission = 'default'
  complete()
  expect(shown).toHaveLength(2)
})

it('omits the amount when the receipt contains none', () => {
  const { complete } = setUp('system')
  hide(true)
  const run = fixtureRun()
  const outcome = { ...fixtureOutcome(run), received: undefined }
  complete(routeOfState({ stage: 'completed', ...run, verified: fixtureVerified(run), outcome }, []))
  expect(shown).toMatchObject([{ title: 'Swap complete', options: { body: 'Swap complete' } }])
})

it('includes the amount of the receipt', () => {
  const { complete } = setUp('system')
  hide(true)
  const run = fixtureRun()
  const outcome = { ...fixtureOutcome(run), received: 2_500_000_000n }
  complete(routeOfState({ stage: 'completed', ...run, verified: fixtureVerified(run), outcome }, []))
  expect(shown).toMatchObject([{ options: { body: 'Swap complete. You received 2,500 USDC.' } }])
})

it('distinguishes the user from another recipient', () => {
  const { complete } = setUp('system')
  hide(true)
  complete({ ...route, toAddress: PARTNER })
  complete({ ...route, toAddress: route.fromAddress!.toLowerCase() as Address })
  expect(shown.map(({ options }) => options.body)).toEqual([
    'Swap complete. The recipient received 2,500 USDC.',
    'Swap complete. You received 2,500 USDC.',
  ])
})

it.each([
  [undefined, 'Swap complete'],
  [2_500_000_000n, 'Swap complete. You received 2,500 USDC.'],
])('shows the same text for a swap of an earlier page that received %s', (received, body) => {
  const { events } = setUp('system')
  hide(true)
  const run = fixtureRun()
  const sent = { hash: HASH, awaitingSigners: false }
  const pending = toEntry(
    { stage: 'watching', ...run, verified: fixtureVerified(run), ...sent },
    undefined,
    0,
  )!
  const heard: Route[] = []
  events.on('routeExecutionCompleted', (completed) => heard.push(completed))
  emitEnd(events.emit, pending, withOutcome(pending, { ...fixtureOutcome(run), received }, 0))
  expect(shown).toMatchObject([{ options: { body } }])
  expect(heard.map((completed) => completed.received)).toEqual([received?.toString()])
})

it('shows no notification in a cross-origin frame, whose page reads the title', () => {
  document.documentElement.dataset.sluicePage = 'https://shop.test/'
  const { complete } = setUp('system')
  hide(true)
  complete()
  expect(document.title).toBe('Swap complete · The host')
  expect(shown).toEqual([])
})

it('does nothing when the host disables it', () => {
  const { complete } = setUp('off')
  hide(true)
  complete()
  expect(document.title).toBe('The host')
})
