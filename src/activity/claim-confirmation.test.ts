import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { intentFixture, termsFixture, verifiedFixture } from '../testing/execution/execution-fixtures.ts'
import { createFixtureExecution } from '../testing/fixtures/fixture-execution.ts'
import { stubPage } from '../testing/pages/stub-page.ts'
import { createSwapClaims } from './claim-confirmation.ts'

const run = { intent: intentFixture, terms: termsFixture, done: [] }
const HASH = `0x${'ab'.repeat(32)}` as const

/** Web Locks as in browsers, because Node has none. */
function createLocks() {
  const taken = new Set<string>()
  return {
    async request(name: string, _options: object, hold: (lock: object | null) => unknown) {
      if (taken.has(name)) return hold(null)
      taken.add(name)
      await hold({ name })
      taken.delete(name)
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  stubPage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function openTab() {
  const wallet = { prompt: undefined as object | undefined, listener: () => {} }
  const claims = createSwapClaims({
    getState: () => ({ prompt: wallet.prompt }) as never,
    subscribe(listener) {
      wallet.listener = listener
      return () => {}
    },
  })
  const execution = createFixtureExecution()
  claims.follow(execution)
  const claim = async (intent = intentFixture) => {
    const before = execution.getState()
    execution.set({ stage: 'quoting', ...run, intent })
    const isClaimed = claims.claim(intent)
    await vi.advanceTimersByTimeAsync(200)
    const answer = await isClaimed
    if (!answer) execution.set(before)
    return answer
  }
  return { wallet, claim, execution, claims }
}

for (const [name, locks] of [
  ['with Web Locks', createLocks],
  ['with a lease in storage', () => undefined],
] as const) {
  it(`lets only one tab confirm a swap, ${name}`, async () => {
    vi.stubGlobal('navigator', { locks: locks() })
    const [first, second] = [openTab(), openTab()]
    expect(await first.claim()).toBe(true)
    expect(await first.claim()).toBe(true)
    expect(await second.claim({ ...intentFixture, id: 'the same' })).toBe(false)
    expect(await second.claim({ ...intentFixture, id: 'other', inputAmount: 1n })).toBe(true)
    first.execution.set({ stage: 'idle' })
    second.execution.set({ stage: 'idle' })
    await vi.advanceTimersByTimeAsync(10)
    expect(await second.claim()).toBe(true)
  })
}

it('keeps the claim while the wallet can still sign, and for a moment after sending', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const [first, second] = [openTab(), openTab()]
  await first.claim()
  first.wallet.prompt = {}
  first.execution.set({ stage: 'idle' })
  expect(await second.claim()).toBe(false)
  first.wallet.prompt = undefined
  first.execution.set({
    stage: 'watching',
    ...run,
    verified: verifiedFixture,
    hash: HASH,
    awaitingSigners: false,
  })
  expect(await second.claim()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await second.claim()).toBe(true)
})

it.each([
  ['with Web Locks', createLocks],
  ['with a lease in storage', () => undefined],
])('releases the claim of a swap that was left while it was claimed, %s', async (_, locks) => {
  vi.stubGlobal('navigator', { locks: locks() })
  const [first, second] = [openTab(), openTab()]
  first.execution.set({ stage: 'quoting', ...run })
  const isClaimed = first.claims.claim(intentFixture)
  first.execution.set({ stage: 'idle' })
  await vi.advanceTimersByTimeAsync(200)
  await isClaimed
  expect(await second.claim()).toBe(true)
})
