import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resolveConfig } from '../config/resolve-config.ts'
import { report } from '../lib/report.ts'
import { createValueStore } from '../store/create-value-store.ts'
import { fixtureEntry } from '../testing/fixtures/fixture-activity.ts'
import { createFixtureChain } from '../testing/fixtures/fixture-chain.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { fixtureOutcome, fixtureRun } from '../testing/fixtures/fixture-swap.ts'
import { watchEntry } from './watch-entry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports after a while that the wallet does not have the batch of an earlier page, and continues', async () => {
  const { hash: _, ...entry } = fixtureEntry('batch', 'pending')
  const onWait = vi.fn()
  const leave = new AbortController()
  const ended = watchEntry(
    { ...entry, batchId: '0x01', batchWallet: 'wallet' },
    {
      chain: createFixtureChain(),
      config: createValueStore(resolveConfig(FIXTURE_CONFIG)),
      wallet: { batchStatus: () => Promise.reject(new Error('no such batch')) },
      signal: leave.signal,
      copies: () => [],
      known: () => [],
      onWait,
      onTrace() {},
      reportError: report,
    },
  )
  await vi.advanceTimersByTimeAsync(89_000)
  expect(onWait).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onWait).toHaveBeenLastCalledWith('silent')
  leave.abort()
  await vi.advanceTimersByTimeAsync(2_000)
  await expect(ended).resolves.toBeUndefined()
})

it('records the gas of a swap that reverted after its page was closed', async () => {
  const watch = async () => ({
    kind: 'mined' as const,
    receipt: {
      ...fixtureOutcome(fixtureRun()).receipt,
      status: 'reverted' as const,
      revertReason: 'out of gas',
      gasUsed: 200_000n,
      effectiveGasPrice: 10n,
    },
  })
  const ended = await watchEntry(fixtureEntry('reverted', 'pending'), {
    chain: createFixtureChain({ watch }),
    config: createValueStore(resolveConfig(FIXTURE_CONFIG)),
    wallet: { batchStatus: () => Promise.reject(new Error('no batch')) },
    signal: new AbortController().signal,
    copies: () => [],
    known: () => [],
    onWait() {},
    onTrace() {},
    reportError: report,
  })
  expect(ended).toMatchObject({ status: 'failed', errorCode: 'TRANSACTION_REVERTED', gasPaid: '2000000' })
})
