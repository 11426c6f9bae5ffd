import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventsJsonSchema } from '../../scripts/lib/json-schemas.ts'
import { openActivityPage } from '../../testing/activity-page.ts'
import { delegateAccount } from '../../testing/delegate-account.ts'
import type { TestChain } from '../../testing/devnet.ts'
import { findSchemaProblems } from '../../testing/json-schema.ts'
import { observePolls } from '../../testing/observe-polls.ts'
import { stubPage } from '../../testing/stub-page.ts'
import type { SwapBench } from '../../testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from '../../testing/swap-suite.ts'
import type { Execution } from '../execution/machine/types.ts'
import type { Hex } from '../lib/address.ts'
import type { ActivityEntry } from '../store/types.ts'

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

/** A page that is closed after the test. */
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

/** A bench whose execution finds no swap that was sent without a hash. Later pages do. */
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

describe('the record of a swap', () => {
  it('begins when its transaction is sent, and ends with what the receipt says', async () => {
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

  it('has no network cost where it is unknown what the chain took besides the gas', async () => {
    bench.stop()
    bench = await suite.open({ reader: { feesBesideGas: () => Promise.reject(new Error('no answer')) } })
    const { entries } = openPage(bench.execution)
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    const { outcome } = await bench.reaches('completed')
    expect(outcome.gasPaidWei).toBeUndefined()
    await expect.poll(() => entries()[0]?.status).toBe('done')
    expect(entries()[0]?.gasPaid).toBeUndefined()
  })

  it('has nothing of a swap of which no transaction was sent', async () => {
    const { entries } = openPage(bench.execution)
    bench.tamper = (quote) => ({ ...quote, calldata: '0x12345678' })
    bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
    await bench.reaches('failed')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(entries()).toEqual([])
  })
})

describe('a swap that is pending when the page closes', () => {
  it('is pending on the next page, and done only with its receipt', async () => {
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

  it('tells the host of the next page how it ended, once, as the swap that it is', async () => {
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

  it('tells the host of the next page that it failed, and of no success', async () => {
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

  it('is watched without a word where its route cannot be read', async () => {
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

  it('is followed under the hash of a copy that the wallet sent beside it: the one that is mined wins', async () => {
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
    // The first one can no longer be found by anybody: only the copy is mined.
    stored.entries[0].hash = `0x${'0'.repeat(63)}1`
    stored.entries[0].trace = undefined
    localStorage.setItem(key, JSON.stringify(stored))
    const { entries } = openPage()
    await chain.testClient.mine({ blocks: 1 })
    await expect.poll(() => entries()[0]?.status).toBe('done')
    expect(entries()).toMatchObject([{ hash: copy, copies: [{ hash: copy, kind: 'speed-up' }] }])
  })

  it('is no success when it was cancelled while no page was open', async () => {
    const hash = await sendAndClose()
    const replacement = await replaceWith(hash, 'cancel')
    const { entries } = openPage()
    await expect.poll(() => entries()[0]?.status).toBe('failed')
    expect(entries()).toMatchObject([
      { errorCode: 'TRANSACTION_CANCELLED', hash: replacement, replacedHash: hash },
    ])
    expect(entries()[0]?.received).toBeUndefined()
  })

  it('is looked for once more where it was called dropped, and told as done if it happened all the same', async () => {
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

  it('is watched no more once that page is closed too', async () => {
    const hash = await sendAndClose()
    const next = openPage()
    await polls.polled(hash)
    next.close()
    await chain.testClient.mine({ blocks: 1 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(next.entries()).toMatchObject([{ status: 'pending' }])
  })
})

describe('a swap of which the wallet did not say whether it sent it', () => {
  it('is pending, and the next page finds it and tells how it ended', async () => {
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

describe('a batch that was sent when the page closed', () => {
  it('is asked of the wallet by its id, and told with the transaction that executed it', async () => {
    await reopen()
    // As where the calldata is packed: the wallet alone knows of it.
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
