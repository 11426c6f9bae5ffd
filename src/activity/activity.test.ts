import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { delegateAccount } from '../../contracts/testing/delegate-account.ts'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { findSchemaProblems } from '../../wire/testing/json-schema.ts'
import { eventsJsonSchema } from '../config/json-schema/json-schemas.ts'
import type { Execution } from '../execution/machine/types.ts'
import type { SwapBench } from '../execution/testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../execution/testing/swap-suite.ts'
import type { ActivityEntry } from '../store/types.ts'
import { observePolls } from '../testing/observe-polls.ts'
import { openActivityPage } from '../testing/pages/activity-page.ts'
import { stubPage } from '../testing/pages/stub-page.ts'

let suite: SwapSuite
let chain: TestChain
let bench: SwapBench
let polls: ReturnType<typeof observePolls>
let stops: (() => void)[] = []

beforeAll(async () => {
  stubPage()
  suite = await startSwapSuite()
  chain = suite.chain
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  localStorage.clear()
  polls = observePolls()
  bench = await suite.open()
})
afterEach(async () => {
  for (const stop of stops) stop()
  stops = []
  polls.stop()
  await suite.reset()
})

/** Opens a page that is closed after the test. */
function openPage(execution?: Execution) {
  const page = openActivityPage({
    chain: bench.chain,
    wallet: bench.port,
    config: suite.service.config,
    ...(execution && { execution }),
  })
  stops.push(page.close)
  return page
}

/**
 * Opens a bench whose execution finds no swap that was sent without a hash. Later pages find it.
 */
async function reopen(): Promise<void> {
  bench.stop()
  bench = await suite.open({ reader: { findSent: () => new Promise(() => {}) } })
}

/** Sends a swap that stays pending, and closes the page once the record has its nonce. */
async function sendAndClose(): Promise<Hex> {
  const page = openPage(bench.execution)
  await chain.testClient.setAutomine(false)
  bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
  const { hash } = await bench.reaches('watching')
  await expect.poll(() => page.entries()[0]?.trace?.nonce).toBeDefined()
  page.close()
  bench.execution.destroy()
  return hash!
}

async function replaceWith(hash: Hex, call: 'same' | 'cancel'): Promise<Hex> {
  const { nonce, to, input, value, gas } = await chain.publicClient.getTransaction({ hash })
  const fee = 10n ** 11n
  const replacement = await chain.wallet().sendTransaction({
    ...(call === 'same' ? { to, data: input, value } : { to: bench.account, value: 0n }),
    nonce,
    gas,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  })
  await chain.testClient.mine({ blocks: 1 })
  return replacement
}

describe('record of a swap', () => {
  it('starts when the transaction is sent and ends with the data of the receipt', async () => {
    const { entries } = openPage(bench.execution)
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 18n }))
    const { outcome, verified, done } = await bench.reaches('completed')
    await expect.poll(() => entries()[0]?.status).toBe('done')
    expect(done.map(({ type }) => type)).toContain('approval')
    expect(entries()).toEqual([
      expect.objectContaining({
        account: bench.account,
        inputAmount: (10n ** 18n).toString(),
        firm: verified.outputAmount.toString(),
        minimum: verified.minOutputAmount?.toString(),
        received: outcome.received?.toString(),
        gasPaid: outcome.gasPaidWei!.toString(),
        hash: outcome.receipt.hash,
        approvalHashes: done.flatMap((process) => ('hash' in process ? [process.hash] : [])),
        supportId: verified.supportId,
        call: undefined,
      } satisfies Partial<ActivityEntry>),
    ])
    expect(entries()[0]?.endedAt).toBeGreaterThanOrEqual(entries()[0]?.startedAt ?? Number.NaN)
  })

  it('has no network cost when the fees beside gas are unknown', async () => {
    bench.stop()
    bench = await suite.open({ reader: { feesBesideGas: () => Promise.reject(new Error('no answer')) } })
    const { entries } = openPage(bench.execution)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { outcome } = await bench.reaches('completed')
    expect(outcome.gasPaidWei).toBeUndefined()
    await expect.poll(() => entries()[0]?.status).toBe('done')
    expect(entries()[0]?.gasPaid).toBeUndefined()
  })

  it('contains no swap without a sent transaction', async () => {
    const { entries } = openPage(bench.execution)
    bench.tamper = (quote) => ({ ...quote, calldata: '0x12345678' })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('failed')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(entries()).toEqual([])
  })
})

describe('swap pending when the page closes', () => {
  it('stays pending on the next page until its receipt arrives', async () => {
    const hash = await sendAndClose()
    const next = openPage()
    await expect.poll(() => next.entries()).toMatchObject([{ status: 'pending', hash }])
    await polls.polled(hash)
    expect(next.entries()).toMatchObject([{ status: 'pending' }])
    const before = await chain.balanceOf('USDC', bench.account)
    await chain.testClient.mine({ blocks: 1 })
    await expect.poll(() => next.entries()[0]?.status).toBe('done')
    const received = (await chain.balanceOf('USDC', bench.account)) - before
    expect(next.entries()).toMatchObject([{ hash, received: received.toString() }])
    next.close()
    const later = openPage()
    await expect.poll(() => later.entries()).toMatchObject([{ status: 'done', hash }])
    expect(later.heard).toEqual([])
  })

  it('emits its end once on the next page, with its own route', async () => {
    const hash = await sendAndClose()
    const { intent } = bench.states.find((state) => state.stage === 'watching') ?? expect.unreachable()
    const { heard, entries } = openPage()
    await polls.polled(hash)
    expect(heard).toEqual([])
    await chain.testClient.mine({ blocks: 1 })
    await expect
      .poll(() => heard.map(({ name }) => name))
      .toEqual(['routeExecutionUpdated', 'routeExecutionCompleted'])
    const [{ received, paid }] = entries() as [ActivityEntry]
    const process = { id: `${intent.id}:swap`, type: 'swap', status: 'completed', txHash: hash }
    expect(heard[1]?.payload).toMatchObject({
      id: intent.id,
      fromAddress: bench.account,
      fromToken: intent.inputToken,
      toToken: intent.outputToken,
      effectiveFromAmount: paid,
      toAmountReceive: received,
      received,
      steps: expect.arrayContaining([expect.objectContaining({ process })]),
    })
    expect(heard[0]?.payload).toMatchObject({ process })
    for (const event of heard) expect(findSchemaProblems(eventsJsonSchema(), event)).toEqual([])
    expect(entries()[0]?.route).toBeUndefined()
  })

  it('emits a failure and no success on the next page after a cancellation', async () => {
    const hash = await sendAndClose()
    const replacement = await replaceWith(hash, 'cancel')
    const { heard } = openPage()
    await expect
      .poll(() => heard.map(({ name }) => name))
      .toEqual(['routeExecutionUpdated', 'routeExecutionFailed', 'transactionError'])
    expect(heard[1]?.payload).toMatchObject({ process: { txHash: replacement, replacedHash: hash } })
    expect(heard[2]?.payload).toMatchObject({ errorCode: 'TRANSACTION_CANCELLED', txHash: replacement })
    for (const event of heard) expect(findSchemaProblems(eventsJsonSchema(), event)).toEqual([])
  })

  it('is watched without events when its stored route is unreadable', async () => {
    await sendAndClose()
    const key = `sluice:${suite.service.config.integrator}:activity`
    const stored = JSON.parse(localStorage.getItem(key) ?? '')
    stored.entries[0].route = { id: 'another' }
    localStorage.setItem(key, JSON.stringify(stored))
    const { heard, entries } = openPage()
    await chain.testClient.mine({ blocks: 1 })
    await expect.poll(() => entries()[0]?.status).toBe('done')
    expect(heard).toEqual([])
  })

  it('is found under its new hash when it was sped up while no page was open', async () => {
    const hash = await sendAndClose()
    const replacement = await replaceWith(hash, 'same')
    const { entries } = openPage()
    await expect.poll(() => entries()[0]?.status).toBe('done')
    expect(entries()).toMatchObject([{ hash: replacement, replacedHash: hash }])
  })

  it('follows the hash of a copy that the wallet sent as well: the mined transaction wins', async () => {
    const hash = await sendAndClose()
    const { to, input, value, gas } = await chain.publicClient.getTransaction({ hash })
    const fee = 10n ** 11n
    const copy = await chain.wallet().sendTransaction({
      to,
      data: input,
      value,
      gas,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee,
    })
    const key = `sluice:${suite.service.config.integrator}:activity`
    const stored = JSON.parse(localStorage.getItem(key) ?? '')
    stored.entries[0].copies = [{ hash: copy, kind: 'speed-up' }]
    // No node returns the first transaction any more, because only the copy is mined.
    stored.entries[0].hash = `0x${'0'.repeat(63)}1`
    stored.entries[0].trace = undefined
    localStorage.setItem(key, JSON.stringify(stored))
    const { entries } = openPage()
    await chain.testClient.mine({ blocks: 1 })
    await expect.poll(() => entries()[0]?.status).toBe('done')
    expect(entries()).toMatchObject([{ hash: copy, copies: [{ hash: copy, kind: 'speed-up' }] }])
  })

  it('fails when it was cancelled while no page was open', async () => {
    const hash = await sendAndClose()
    const replacement = await replaceWith(hash, 'cancel')
    const { entries } = openPage()
    await expect.poll(() => entries()[0]?.status).toBe('failed')
    expect(entries()).toMatchObject([
      { errorCode: 'TRANSACTION_CANCELLED', hash: replacement, replacedHash: hash },
    ])
    expect(entries()[0]?.received).toBeUndefined()
  })

  it('is searched once more after it was dropped, and becomes done if it was executed', async () => {
    const hash = await sendAndClose()
    const sent = await chain.publicClient.getTransaction({ hash })
    const page = openPage()
    await polls.polled(hash)
    await chain.testClient.dropTransaction({ hash })
    await expect.poll(() => page.entries()[0]?.errorCode).toBe('TRANSACTION_DROPPED')
    page.close()
    const { nonce, to, input: data, value, gas } = sent
    const again = await chain.wallet().sendTransaction({ nonce, to, data, value, gas })
    await chain.testClient.mine({ blocks: 1 })

    const next = openPage()
    await expect
      .poll(() => next.entries()[0], { timeout: 10_000 })
      .toMatchObject({ status: 'done', hash: again })
    expect(next.heard.map(({ name }) => name)).toEqual(['routeExecutionUpdated', 'routeExecutionCompleted'])
  })

  it('is not watched after that page is closed too', async () => {
    const hash = await sendAndClose()
    const next = openPage()
    await polls.polled(hash)
    next.close()
    await chain.testClient.mine({ blocks: 1 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(next.entries()).toMatchObject([{ status: 'pending' }])
  })
})

describe('swap with an ambiguous wallet response', () => {
  it('is pending, found by the next page and reported there', async () => {
    await reopen()
    const { sendTransaction } = bench.port
    bench.port.sendTransaction = async (request) => {
      await sendTransaction(request)
      throw new Error('socket hang up')
    }
    const page = openPage(bench.execution)
    await chain.testClient.setAutomine(false)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('watching')
    await expect.poll(() => page.entries()[0]).toMatchObject({ status: 'pending' })
    expect(page.entries()[0]?.deadlineAt).toBeGreaterThan(Date.now())
    page.close()
    bench.execution.destroy()
    await chain.testClient.mine({ blocks: 1 })

    const next = openPage()
    await expect.poll(() => next.entries()[0], { timeout: 10_000 }).toMatchObject({ status: 'done' })
    expect(next.entries()[0]?.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(next.heard.map(({ name }) => name)).toContain('routeExecutionCompleted')
  })
})

describe('batch sent before the page closes', () => {
  it('is looked up in the wallet by its id and recorded with its transaction', async () => {
    await reopen()
    // Simulates packed calldata, which only the wallet can map to a transaction.
    bench.chain.findSent = async ({ named }) => {
      await expect.poll(() => named?.(), { timeout: 60_000 }).toBeDefined()
      return named?.()
    }
    await delegateAccount(chain)
    bench.wallet.behavior.batches = 'atomic'
    const page = openPage(bench.execution)
    await chain.testClient.setAutomine(false)
    bench.execution.start(await bench.intent({ input: 'WETH', output: 'USDC', amount: 10n ** 17n }))
    const { batchId } = await bench.reaches('watching')
    await expect.poll(() => page.entries()[0]).toMatchObject({ status: 'pending', batchId })
    expect(page.entries()[0]?.hash).toBeUndefined()
    page.close()
    bench.execution.destroy()

    const next = openPage()
    await expect.poll(() => next.entries()[0]?.batchId).toBe(batchId)
    await chain.testClient.setAutomine(true)
    await chain.testClient.mine({ blocks: 1 })
    await expect
      .poll(() => next.entries()[0], { timeout: 10_000 })
      .toMatchObject({ status: 'done', batchId: undefined })
    expect(next.entries()[0]?.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(next.heard.map(({ name }) => name)).toContain('routeExecutionCompleted')
  })
})
