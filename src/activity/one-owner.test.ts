import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Hex } from '../../wire/lib/address.ts'
import type { Execution } from '../execution/machine/types.ts'
import type { SwapBench } from '../execution/testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../execution/testing/swap-suite.ts'
import { emitExecutionEvents } from '../instance/emit-execution-events.ts'
import { report } from '../lib/report.ts'
import { observePolls } from '../testing/observe-polls.ts'
import { openActivityPage } from '../testing/pages/activity-page.ts'
import { stubPage } from '../testing/pages/stub-page.ts'
import { holdSwaps } from './own-running-swaps.ts'

/**
 * Several widgets share one storage. Node has no Web Locks, so a lease in storage selects the
 * owner.
 */
let suite: SwapSuite
let bench: SwapBench
let stops: (() => void)[] = []
const polls = observePolls()

beforeAll(async () => {
  stubPage()
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

/** Opens a page that sends a swap, which stays pending. */
async function openSwapping() {
  const page = openPage(bench.execution)
  stops.push(holdSwaps(bench.execution, { storageKey: suite.service.config.integrator, reportError: report }))
  emitExecutionEvents(bench.execution, page.events)
  await suite.chain.testClient.setAutomine(false)
  bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
  const { hash } = await bench.reaches('watching')
  await expect.poll(() => page.entries()[0]?.trace?.nonce).toBeDefined()
  return { ...page, hash }
}

const mine = () => suite.chain.testClient.mine({ blocks: 1 })
const ends = (pages: { heard: { name: string }[] }[]) =>
  pages.flatMap(({ heard }) => heard.filter(({ name }) => name === 'routeExecutionCompleted'))
const status = (page: { entries: () => readonly { status: string }[] }) => page.entries()[0]?.status

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2_500))
}

describe('end of a swap', () => {
  it('is emitted by the page that sent it, and shown by the others', async () => {
    const others = [openPage(), openPage()]
    const sender = await openSwapping()
    await expect.poll(() => others.map(status)).toEqual(['pending', 'pending'])
    await mine()
    await expect.poll(() => [sender, ...others].map(status)).toEqual(['done', 'done', 'done'])
    await settled()
    expect(ends([sender, ...others])).toHaveLength(1)
    expect(ends([sender])).toHaveLength(1)
  })

  it('is emitted once when several pages find the swap pending', async () => {
    const { close } = await openSwapping()
    bench.execution.destroy()
    close()
    stops.splice(0).forEach((stop) => void stop())
    const pages = [openPage(), openPage(), openPage()]
    await expect.poll(() => pages.map(status)).toEqual(['pending', 'pending', 'pending'])
    await mine()
    await expect.poll(() => pages.map(status)).toEqual(['done', 'done', 'done'])
    await settled()
    expect(ends(pages)).toHaveLength(1)
  })

  it('is emitted by another page after the watching page was closed', async () => {
    const { close, hash } = await openSwapping()
    const [second, third] = [openPage(), openPage()]
    await expect.poll(() => [status(second), status(third)]).toEqual(['pending', 'pending'])
    close()
    bench.execution.destroy()
    stops.splice(0, 2).forEach((stop) => void stop())
    await polls.polled(hash as Hex)
    await mine()
    await expect.poll(() => [status(second), status(third)]).toEqual(['done', 'done'])
    await settled()
    expect(ends([second, third])).toHaveLength(1)
  })

  it('is recorded after the widget was unmounted, and emitted by no other page', async () => {
    const sender = await openSwapping()
    sender.close()
    const other = openPage()
    await expect.poll(() => status(other)).toBe('pending')
    await mine()
    await expect.poll(() => status(other)).toBe('done')
    await settled()
    expect(ends([sender])).toHaveLength(1)
    expect(ends([other])).toHaveLength(0)
  })
})
