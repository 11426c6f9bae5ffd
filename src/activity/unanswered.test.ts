import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openActivityPage } from '../../testing/activity-page.ts'
import { observePolls } from '../../testing/observe-polls.ts'
import type { SwapBench } from '../../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../../testing/swap-suite.ts'
import type { Execution, SwapIntent } from '../execution/machine/types.ts'
import { emitExecutionEvents } from '../instance/emit-execution-events.ts'
import type { Hex } from '../lib/address.ts'
import { holdSwaps } from './own-running-swaps.ts'

/** The wallet shows a swap while its page is reloaded or closed, and signs it or does not: no page hears of it. */
let suite: SwapSuite
let bench: SwapBench
let stops: (() => void)[] = []
const polls = observePolls()
const items = new Map<string, string>()

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  suite = await startSwapSuite()
})
afterAll(async () => {
  polls.stop()
  await suite?.stop()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  items.clear()
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
  const call = bench.signed()[0] as unknown as Record<'from' | 'to' | 'data' | 'value' | 'gas', Hex>
  return {
    ...page,
    intent,
    die() {
      page.close()
      bench.execution.destroy()
      for (const stop of stops.splice(0)) stop()
    },
    /** In the wallet's window, which outlives the page. */
    sign: () =>
      suite.chain.publicClient.request({
        method: 'eth_sendTransaction',
        params: [call],
      } as never) as Promise<Hex>,
  }
}

const storedKeys = () => [...items.keys()].filter((key) => key.endsWith(':unanswered'))

it('a swap that is signed after its page was closed is found by the next page, watched and told', async () => {
  const { die, sign, intent } = await openAsking()
  expect(storedKeys()).toEqual([`sluice:${suite.service.config.integrator}:unanswered`])
  die()
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
  die()
  const hash = await sign()
  await suite.chain.testClient.mine({ blocks: 3 })
  const page = openPage()
  await expect
    .poll(page.entries, { timeout: 10_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
})

it('nobody looks while the page that asks is open; another one does as soon as it is gone', async () => {
  const { die, sign, intent } = await openAsking()
  const other = openPage()
  await expect.poll(() => other.activity.getState().unanswered).toMatchObject([{ id: intent.id }])
  const hash = await sign()
  await suite.chain.testClient.mine({ blocks: 1 })
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(other.entries()).toEqual([])
  stops.splice(stops.indexOf(other.close), 1)
  die()
  await expect
    .poll(other.entries, { timeout: 10_000 })
    .toMatchObject([{ id: intent.id, status: 'done', hash }])
  other.close()
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
  expect(storedKeys()).toEqual([])
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
  expect(storedKeys()).toHaveLength(1)
  await expect.poll(() => bench.execution.isAsking()).toBe(false)
  expect(storedKeys()).toEqual([])
})

/** The last one: the clock of the chain is ahead after it. */
it('one that nobody signs is forgotten once its deadline has passed, and told to nobody', async () => {
  const { die } = await openAsking()
  die()
  const page = openPage()
  await expect.poll(() => page.activity.getState().unanswered).toHaveLength(1)
  // More than an hour later: a chain without logs does not show that all of them are there.
  const timestamp = BigInt(page.activity.getState().unanswered![0]!.chainDeadline! + 4_000)
  await suite.chain.testClient.setNextBlockTimestamp({ timestamp })
  await suite.chain.testClient.mine({ blocks: 2 })
  await expect.poll(() => page.activity.getState().unanswered, { timeout: 10_000 }).toEqual([])
  expect(page.entries()).toEqual([])
  expect(page.heard).toEqual([])
  expect(storedKeys()).toEqual([])
})
