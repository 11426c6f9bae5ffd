import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Hex } from '../../wire/lib/address.ts'
import type { Execution, SwapIntent } from '../execution/machine/types.ts'
import type { SwapBench } from '../execution/testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../execution/testing/swap-suite.ts'
import { emitExecutionEvents } from '../instance/emit-execution-events.ts'
import { report } from '../lib/report.ts'
import { observePolls } from '../testing/observe-polls.ts'
import { openActivityPage } from '../testing/pages/activity-page.ts'
import { type StubbedPage, stubPage } from '../testing/pages/stub-page.ts'
import { readActivity } from './activity-storage.ts'
import { holdSwaps } from './own-running-swaps.ts'

/** The wallet shows a swap while its page is reloaded or closed. No page receives the response. */
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

/**
 * Opens a page whose wallet shows a swap and does not respond. The transaction can be sent after
 * the page is gone.
 */
async function openAsking(change: (intent: SwapIntent) => SwapIntent = (intent) => intent) {
  const page = openPage(bench.execution)
  stops.push(holdSwaps(bench.execution, { storageKey: suite.service.config.integrator, reportError: report }))
  emitExecutionEvents(bench.execution, page.events)
  bench.wallet.behavior.ignore = 'swap'
  const intent = change(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
  bench.execution.start(intent)
  await expect.poll(() => bench.signed()).toHaveLength(1)
  /** Removes the widget from a page that stays open. */
  const destroy = () => {
    page.close()
    bench.execution.destroy()
    for (const stop of stops.splice(0)) stop()
  }
  return {
    ...page,
    intent,
    destroy,
    async die() {
      destroy()
      // Waits until the page has taken its leases, so that it releases them.
      await new Promise((resolve) => setTimeout(resolve, 150))
      dispatchEvent(new Event('pagehide'))
    },
    /**
     * Signs a request in the wallet's own window, which outlives the page. Default: the first
     * request.
     */
    sign: (request = 0) =>
      suite.chain.publicClient.request({
        method: 'eth_sendTransaction',
        params: [bench.signed()[request]],
      } as never) as Promise<Hex>,
    /** Cancels the swap and clears the prompt of the wallet. */
    leave() {
      bench.execution.cancel()
      bench.port.forgetPrompt()
    },
  }
}

const isEnd = ({ name }: { name: string }) => /Completed|Failed/.test(name)

const stored = () => readActivity(`sluice:${suite.service.config.integrator}:activity`, 'unanswered')

it('finds, watches and reports a swap that is signed after its page was closed', async () => {
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

it('finds a swap that was executed between two pages', async () => {
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
  const ends = heard.filter(isEnd)
  expect(ends).toMatchObject([{ name: 'routeExecutionCompleted', payload: { id: intent.id } }])
  expect(other.heard).toEqual([])
})

it.each(['signed', 'refused'] as const)('removes a request that the wallet has %s', async (answer) => {
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

it('keeps an abandoned request until the wallet answers, also after its page was closed', async () => {
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

it('finds the swap on a page that was open before the wallet request', async () => {
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

it('searches for both requests of a swap that was requested twice', async () => {
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

it('keeps later swaps answered beside a request that is never answered, and reports each once', async () => {
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

it('finds the swap when its widget is destroyed and the same page mounts another', async () => {
  const { destroy, sign, intent, heard } = await openAsking()
  destroy()
  const page = openPage()
  const hash = await sign()
  await suite.chain.testClient.mine({ blocks: 1 })
  await expect
    .poll(page.entries, { timeout: 20_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
  expect([...heard, ...page.heard].filter(isEnd)).toMatchObject([
    { name: 'routeExecutionCompleted', payload: { id: intent.id } },
  ])
  expect(stored()).toEqual([])
})

it('finds the swap when its widget is unmounted and mounted again', async () => {
  const { close, leave, sign, intent, heard } = await openAsking()
  close()
  leave()
  const again = openPage(bench.execution)
  expect(stored()).toHaveLength(1)
  await expect.poll(() => again.activity.getState().unanswered).toHaveLength(1)
  const hash = await sign()
  await suite.chain.testClient.mine({ blocks: 1 })
  await expect
    .poll(again.entries, { timeout: 20_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
  expect([...heard, ...again.heard].filter(isEnd)).toMatchObject([
    { name: 'routeExecutionCompleted', payload: { id: intent.id } },
  ])
  expect(stored()).toEqual([])
})

it('adds no listener when a page is closed before its record was loaded', async () => {
  const { die } = await openAsking()
  await die()
  const before = stubbed.listeners()
  const page = openPage()
  page.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(stubbed.listeners()).toBe(before)
})

/** This test has to be last, because it moves the clock of the chain ahead. */
it('removes an unsigned request after its deadline without reporting it', async () => {
  const { die } = await openAsking()
  await die()
  const page = openPage()
  await expect.poll(() => page.activity.getState().unanswered).toHaveLength(1)
  // More than an hour later: a chain without logs does not prove that its logs are complete.
  const timestamp = BigInt(page.activity.getState().unanswered![0]!.chainDeadline! + 4_000)
  await suite.chain.testClient.setNextBlockTimestamp({ timestamp })
  await suite.chain.testClient.mine({ blocks: 2 })
  await expect.poll(() => page.activity.getState().unanswered, { timeout: 10_000 }).toEqual([])
  expect(page.entries()).toEqual([])
  expect(page.heard).toEqual([])
  expect(stored()).toEqual([])
})
