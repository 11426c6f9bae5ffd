import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openActivityPage } from '../../testing/activity-page.ts'
import { observePolls } from '../../testing/observe-polls.ts'
import { type StubbedPage, stubPage } from '../../testing/stub-page.ts'
import type { SwapBench } from '../../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../../testing/swap-suite.ts'
import type { Execution, SwapIntent } from '../execution/machine/types.ts'
import { emitExecutionEvents } from '../instance/emit-execution-events.ts'
import type { Hex } from '../lib/address.ts'
import { readActivity } from './activity-storage.ts'
import { holdSwaps } from './own-running-swaps.ts'

/** The wallet shows a swap while its page is reloaded or closed, and signs it or does not: no page hears of it. */
let suite: SwapSuite
let bench: SwapBench
let stops: (() => void)[] = []
const polls = observePolls()
let stubbed: StubbedPage

beforeAll(async () => {
  stubbed = stubPage()
  suite = await startSwapSuite()
})
afterAll(async () => {
  polls.stop()
  await suite?.stop()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  localStorage.clear()
  bench = await suite.open()
})
afterEach(async () => {
  for (const stop of stops) stop()
  stops = []
  await suite.reset()
})

function openPage(execution?: Execution) {
  const page = openActivityPage({
    chain: bench.chain,
    config: suite.service.config,
    ...(execution && { execution }),
  })
  stops.push(page.close)
  return page
}

/** A page whose wallet shows a swap that it does not answer. Its transaction can be sent all the same, after the page is gone. */
async function openAsking(change: (intent: SwapIntent) => SwapIntent = (intent) => intent) {
  const page = openPage(bench.execution)
  stops.push(holdSwaps(bench.execution, suite.service.config.integrator))
  emitExecutionEvents(bench.execution, page.events)
  bench.wallet.behavior.ignore = 'swap'
  const intent = change(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
  bench.execution.start(intent)
  await expect.poll(() => bench.signed()).toHaveLength(1)
  return {
    ...page,
    intent,
    async die() {
      page.close()
      bench.execution.destroy()
      for (const stop of stops.splice(0)) stop()
      // It gives its leases up, which it takes in a tenth of a second.
      await new Promise((resolve) => setTimeout(resolve, 150))
      dispatchEvent(new Event('pagehide'))
    },
    /** A request of the wallet, in its window, which outlives the page. Default: the first. */
    sign: (request = 0) =>
      suite.chain.publicClient.request({
        method: 'eth_sendTransaction',
        params: [bench.signed()[request]],
      } as never) as Promise<Hex>,
    /** Leaves the swap, and says that the wallet shows nothing. */
    leave() {
      bench.execution.cancel()
      bench.port.forgetPrompt()
    },
  }
}

const stored = () => readActivity(`sluice:${suite.service.config.integrator}:activity`, 'unanswered')

it('a swap that is signed after its page was closed is found by the next page, watched and told', async () => {
  const { die, sign, intent } = await openAsking()
  expect(stored()).toHaveLength(1)
  await die()
  await suite.chain.testClient.setAutomine(false)
  const page = openPage()
  const hash = await sign()
  await expect
    .poll(page.entries, { timeout: 10_000 })
    .toMatchObject([{ id: intent.id, status: 'pending', hash }])
  await suite.chain.testClient.mine({ blocks: 1 })
  await expect
    .poll(page.entries, { timeout: 10_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
  const [end] = page.heard.filter(({ name }) => name === 'routeExecutionCompleted')
  expect(end).toMatchObject({ payload: { id: intent.id, fromAmount: `${10n ** 17n}` } })
  expect(page.activity.getState()).toMatchObject({ unanswered: [], resumed: [intent.id] })
})

it('one that was executed between two pages is found as well', async () => {
  const { die, sign, intent } = await openAsking()
  await die()
  const hash = await sign()
  await suite.chain.testClient.mine({ blocks: 3 })
  const page = openPage()
  await expect
    .poll(page.entries, { timeout: 10_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
})

it('reports a swap on the page that requested it, and on no other page', async () => {
  const { sign, intent, heard } = await openAsking()
  const other = openPage()
  await expect.poll(() => other.activity.getState().unanswered).toMatchObject([{ status: 'pending' }])
  const hash = await sign()
  await suite.chain.testClient.mine({ blocks: 1 })
  await expect
    .poll(other.entries, { timeout: 10_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
  const ends = heard.filter(({ name }) => /Completed|Failed/.test(name))
  expect(ends).toMatchObject([{ name: 'routeExecutionCompleted', payload: { id: intent.id } }])
  expect(other.heard).toEqual([])
})

it.each(['signed', 'refused'] as const)('what the wallet has %s is unanswered no more', async (answer) => {
  const page = openPage(bench.execution)
  bench.wallet.behavior.delayMs = 500
  if (answer === 'refused') bench.wallet.behavior.rejectNext = 'swap'
  bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
  await bench.reaches('signing')
  expect(page.activity.getState().unanswered).toMatchObject([{ status: 'pending' }])
  if (answer === 'signed') await bench.reaches('watching')
  else await expect(bench.reaches('watching')).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(page.activity.getState().unanswered).toEqual([])
  expect(stored()).toEqual([])
  expect(page.entries()).toHaveLength(answer === 'signed' ? 1 : 0)
})

it('a request that was left counts as unanswered until the wallet answers, also after its page was left', async () => {
  const page = openPage(bench.execution)
  bench.wallet.behavior.delayMs = 1_500
  bench.wallet.behavior.rejectNext = 'swap'
  const intent = await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n })
  bench.execution.start(intent)
  await expect.poll(() => bench.signed()).toHaveLength(1)
  bench.execution.cancel()
  page.close()
  expect(stored()).toHaveLength(1)
  await expect.poll(() => bench.execution.getOpenRequests()).toEqual([])
  expect(stored()).toEqual([])
})

it('a page that was open before the wallet was asked hears of it too', async () => {
  const other = openPage()
  const { die, sign, intent } = await openAsking()
  await expect.poll(() => other.activity.getState().unanswered).toMatchObject([{ status: 'pending' }])
  stops.splice(stops.indexOf(other.close), 1)
  await die()
  const hash = await sign()
  await suite.chain.testClient.mine({ blocks: 1 })
  await expect
    .poll(other.entries, { timeout: 10_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
  other.close()
})

it('both requests are looked for where the same swap was asked for twice', async () => {
  const { die, sign, leave, intent } = await openAsking()
  leave()
  bench.execution.start({ ...intent, slippageBps: intent.slippageBps + 1 })
  await expect.poll(() => bench.signed()).toHaveLength(2)
  expect(bench.signed()[1]!.data).not.toBe(bench.signed()[0]!.data)
  await die()
  const hashes = [await sign(0), await sign(1)]
  await suite.chain.testClient.mine({ blocks: 1 })
  const page = openPage()
  const found = () => page.entries().map(({ hash, status }) => ({ hash, status }))
  await expect.poll(() => page.entries().filter(({ status }) => status === 'done')).toHaveLength(2)
  expect(found()).toEqual(
    expect.arrayContaining(hashes.map((hash) => expect.objectContaining({ hash, status: 'done' }))),
  )
  expect(stored()).toEqual([])
})

it('a request that is never answered makes no later swap unanswered, and none is told twice', async () => {
  const { leave, intent, die, ...first } = await openAsking()
  leave()
  bench.wallet.behavior.ignore = undefined
  const later = await bench.intent({ input: 'eth', output: 'USDC', amount: 2n * 10n ** 17n })
  bench.execution.start(later)
  await bench.reaches('completed')
  const requests = () => first.activity.getState().unanswered?.map(({ inputAmount }) => BigInt(inputAmount))
  expect(requests()).toEqual([intent.inputAmount])
  await die()
  const page = openPage()
  await expect.poll(page.entries).toMatchObject([{ id: later.id, status: 'done' }])
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(page.entries()).toHaveLength(1)
  expect(page.heard).toEqual([])
})

it('a page that is closed before its record was loaded hears nothing more', async () => {
  const { die } = await openAsking()
  await die()
  const before = stubbed.listeners()
  const page = openPage()
  page.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(stubbed.listeners()).toBe(before)
})

/** The last one: the clock of the chain is ahead after it. */
it('one that nobody signs is forgotten once its deadline has passed, and told to nobody', async () => {
  const { die } = await openAsking()
  await die()
  const page = openPage()
  await expect.poll(() => page.activity.getState().unanswered).toHaveLength(1)
  // More than an hour later: a chain without logs does not show that all of them are there.
  const timestamp = BigInt(page.activity.getState().unanswered![0]!.chainDeadline! + 4_000)
  await suite.chain.testClient.setNextBlockTimestamp({ timestamp })
  await suite.chain.testClient.mine({ blocks: 2 })
  await expect.poll(() => page.activity.getState().unanswered, { timeout: 10_000 }).toEqual([])
  expect(page.entries()).toEqual([])
  expect(page.heard).toEqual([])
  expect(stored()).toEqual([])
})
