import { beforeEach, expect, it } from 'vitest'
import { createExecution } from '../execution/create-execution.ts'
import { createLoadedExecution } from '../execution/load-execution.ts'
import { createWidget } from '../instance/create-widget.ts'
import { createExecutionWorld } from '../testing/execution/execution-world.ts'
import { ACTIVITY_KEY, fixtureEntry } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureClients } from '../testing/fixtures/fixture-clients.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { ETH } from '../testing/fixtures/fixture-tokens.ts'
import { createFixtureWallet } from '../testing/fixtures/fixture-wallet.ts'
import { readActivity, writeActivity } from './activity-storage.ts'

beforeEach(() => localStorage.clear())

const HASH = `0x${'77'.repeat(32)}` as const
const WAYS = ['left', 'unmounted', 'destroyed'] as const

/** Mounts a widget whose wallet shows its first request. The test answers it. */
async function askWallet(intent = intentFixture) {
  const { world, deps, createQuote } = createExecutionWorld(intent)
  const execution = createLoadedExecution(async () => createExecution(deps))
  const widget = createWidget(FIXTURE_CONFIG, {
    parts: { clients: createFixtureClients(), wallet: createFixtureWallet(), chain: deps.chain, execution },
  })
  const unmount = widget.mount()
  execution.start(intent)
  await expect.poll(() => world.quotes.length).toBe(1)
  const value = await createQuote({ outputBps: 10_000 })
  world.quotes[0]!.resolve({ value, requestId: undefined, serverTimeMs: world.now })
  await expect.poll(() => world.prompts.length, { timeout: 10_000 }).toBe(1)
  return {
    execution,
    widget,
    sign() {
      const prompt = world.prompts[0]!
      world.transactions.push({ hash: HASH, request: prompt.request, outcome: undefined })
      prompt.resolve(HASH)
    },
    refuse: () => world.prompts[0]!.reject(new Error('the wallet was closed')),
    async go(how: (typeof WAYS)[number]) {
      if (how === 'left') execution.cancel()
      else if (how === 'unmounted') unmount()
      else widget.destroy()
      await Promise.resolve()
    },
  }
}

it.each(WAYS)('records a swap that is signed after it was %s', async (how) => {
  const { go, sign, widget, execution } = await askWallet({ ...intentFixture, inputToken: ETH })
  await go(how)
  sign()
  await expect.poll(() => readActivity(ACTIVITY_KEY)).toMatchObject([{ status: 'pending', hash: HASH }])
  widget.destroy()
  expect(execution.getOpenRequests()).toEqual([])
})

it.each(WAYS)(
  'records a swap that was %s when the wallet does not report whether it was sent',
  async (how) => {
    const { go, refuse, widget } = await askWallet({ ...intentFixture, inputToken: ETH })
    await go(how)
    refuse()
    await expect.poll(() => readActivity(ACTIVITY_KEY)).toMatchObject([{ status: 'pending' }])
    widget.destroy()
  },
)

it.each(WAYS)('records an approval that is signed after its swap was %s', async (how) => {
  const { go, sign, widget } = await askWallet()
  await go(how)
  sign()
  await expect
    .poll(() => readActivity(ACTIVITY_KEY))
    .toMatchObject([{ status: 'failed', approvalHashes: [HASH] }])
  widget.destroy()
})

it.each(WAYS)('records an approval that is pending when its swap is %s', async (how) => {
  const { go, sign, widget, execution } = await askWallet()
  sign()
  await expect.poll(() => execution.getState()).toMatchObject({ stage: 'approving', hash: HASH })
  await go(how)
  await expect
    .poll(() => readActivity(ACTIVITY_KEY))
    .toMatchObject([{ status: 'failed', approvalHashes: [HASH] }])
  widget.destroy()
})

it('keeps the end that another widget has found and recorded', async () => {
  const { go, sign, widget } = await askWallet({ ...intentFixture, inputToken: ETH })
  await go('destroyed')
  const told = { ...fixtureEntry(intentFixture.id, 'done', { amount: '1' }), hash: HASH }
  writeActivity(ACTIVITY_KEY, [told], [])
  dispatchEvent(new CustomEvent('sluice:stored', { detail: ACTIVITY_KEY }))
  sign()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(readActivity(ACTIVITY_KEY)).toMatchObject([{ status: 'done', hash: HASH }])
  widget.destroy()
})

it('calls no listener after the widget is destroyed and the request answered', async () => {
  const { go, sign, execution } = await askWallet({ ...intentFixture, inputToken: ETH })
  let heard = 0
  execution.subscribe(() => {
    heard += 1
  })
  await go('destroyed')
  sign()
  await expect.poll(() => readActivity(ACTIVITY_KEY)).toHaveLength(1)
  expect(execution.getBackgroundSwaps()).toEqual([])
  const before = heard
  execution.dismiss()
  execution.stopWatching()
  expect(heard).toBe(before)
})
