import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { USER } from '../../wire/fixtures/addresses.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { signSwap } from '../execution/effects/send-call.ts'
import type { EffectContext } from '../execution/effects/types.ts'
import { intentFixture, NOW, termsFixture, verifiedFixture } from '../testing/execution/execution-fixtures.ts'
import { showChecks } from './show-checks.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
/** The longest time by which the seal may delay a signature. */
const MAX_DELAY_MS = 300

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Signs a swap through a node that takes 200 ms, and returns the number of wallet requests so far. */
function sign(prefersReducedMotion: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: prefersReducedMotion }))
  const config = resolveConfig({
    integrator: 'seal',
    baseUrl: 'https://api.example/router',
    tokensUrl: 'https://api.example/tokens',
    exchangeRatesUrl: 'https://api.example/rates',
    chains: [{ id: intentFixture.chainId, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
  })
  const sendTransaction = vi.fn(async () => HASH)
  const context = {
    signal: new AbortController().signal,
    now: () => NOW,
    config: () => config,
    emit: () => {},
    showChecks,
    chain: { blockNumber: () => new Promise((resolve) => setTimeout(() => resolve(1n), 200)) },
    wallet: {
      readChainId: async () => intentFixture.chainId,
      readAccount: async () => USER,
      sendTransaction,
    },
  } as unknown as EffectContext
  const verified = { ...verifiedFixture, approvals: undefined, freshUntil: NOW + 60_000 }
  void signSwap({ stage: 'signing', intent: intentFixture, terms: termsFixture, done: [], verified }, context)
  return () => sendTransaction.mock.calls.length
}

it('opens the wallet after the seal has closed, at most 300 ms later', async () => {
  const countRequests = sign(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(countRequests()).toBe(0)
  await vi.advanceTimersByTimeAsync(MAX_DELAY_MS - 200)
  expect(countRequests()).toBe(1)
})

it('adds no delay when the user prefers reduced motion', async () => {
  const countRequests = sign(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(countRequests()).toBe(1)
})
