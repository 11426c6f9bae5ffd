import { afterEach, expect, it, vi } from 'vitest'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { fixtureRun, fixtureVerified, HASH } from '../testing/fixtures/fixture-swap.ts'
import { CONNECTED, createFixtureWallet } from '../testing/fixtures/fixture-wallet.ts'
import { warnBeforeLeaving } from './warn-before-leaving.ts'

const run = fixtureRun()
const watching = {
  stage: 'watching',
  ...run,
  verified: fixtureVerified(run),
  hash: HASH,
  awaitingSigners: false,
} as const
let stop = () => {}
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function isAsked(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('makes the browser confirm leaving while the wallet shows a request', () => {
  const wallet = createFixtureWallet({ state: { ...CONNECTED, prompt: { about: undefined } } })
  stop = warnBeforeLeaving(createFixtureExecution(), wallet)
  expect(isAsked()).toBe(true)
  wallet.forgetPrompt()
  expect(isAsked()).toBe(false)
})

it('allows leaving a pending swap, because a later page finds it', () => {
  stop = warnBeforeLeaving(createFixtureExecution(watching), createFixtureWallet())
  expect(isAsked()).toBe(false)
})

it('makes the browser confirm leaving a pending swap when storage is blocked', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { setItem: refuse })
  stop = warnBeforeLeaving(createFixtureExecution(watching), createFixtureWallet())
  expect(isAsked()).toBe(true)
  stop()
  expect(isAsked()).toBe(false)
})
