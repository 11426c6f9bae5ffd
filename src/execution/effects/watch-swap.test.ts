import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainReader } from '../../chain/types.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { report } from '../../lib/report.ts'
import { intentFixture, termsFixture, verifiedFixture } from '../../testing/execution/execution-fixtures.ts'
import type { BatchStatus, WalletPort } from '../../wallet/types.ts'
import type { StateOf } from '../machine/types.ts'
import type { EffectContext } from './types.ts'
import { watchSwap } from './watch-swap.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const
const sent: StateOf<'watching'> = {
  stage: 'watching',
  intent: intentFixture,
  terms: termsFixture,
  done: [],
  verified: verifiedFixture,
  hash: HASH,
  awaitingSigners: false,
}
const config = resolveConfig({
  integrator: 'watch',
  baseUrl: 'https://api.example/router',
  tokensUrl: 'https://api.example/tokens',
  exchangeRatesUrl: 'https://api.example/rates',
  chains: [{ id: intentFixture.chainId, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(chain: Partial<ChainReader>, state = sent, wallet: Partial<WalletPort> = {}) {
  const leave = new AbortController()
  const emit = vi.fn()
  const known = () => [{ hash: OTHER_HASH, isSame: true }]
  const context = {
    chain,
    config: () => config,
    signal: leave.signal,
    emit,
    wallet,
    known,
    reportError: report,
  }
  const result = watchSwap(state, context as unknown as EffectContext)
  result.catch(() => {})
  return { result, leave, emit }
}

it('retries after an error that does not prove how the swap ended', async () => {
  const watched = vi
    .fn<ChainReader['watch']>()
    .mockRejectedValueOnce(new SluiceError('NETWORK_LOST'))
    .mockRejectedValueOnce(new SluiceError('RPC_UNAVAILABLE'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValueOnce({ kind: 'dropped' })
  const { result } = watch({ watch: watched })
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(result).rejects.toMatchObject({ code: 'TRANSACTION_DROPPED' })
  expect(watched).toHaveBeenCalledTimes(4)
})

it('does not search again for a transaction that it has found', async () => {
  const findSent = vi.fn<ChainReader['findSent']>().mockResolvedValue(HASH)
  const watched = vi
    .fn<ChainReader['watch']>()
    .mockRejectedValueOnce(new SluiceError('RPC_UNAVAILABLE'))
    .mockResolvedValueOnce({ kind: 'dropped' })
  const { result, emit } = watch(
    { findSent, watch: watched },
    { ...sent, hash: undefined, isUncertain: true },
  )
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(result).rejects.toMatchObject({ code: 'TRANSACTION_DROPPED', txHash: HASH })
  expect(findSent).toHaveBeenCalledTimes(1)
  expect(emit).toHaveBeenCalledTimes(1)
})

it('resumes the search at its first block and passes the other swaps', async () => {
  const findSent = vi.fn<ChainReader['findSent']>(async ({ onStart }) => {
    onStart?.(50n)
    if (findSent.mock.calls.length === 1) throw new SluiceError('RPC_UNAVAILABLE')
    return undefined
  })
  const { result, emit } = watch({ findSent }, { ...sent, hash: undefined, isUncertain: true })
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(result).rejects.toMatchObject({ code: 'TRANSACTION_DROPPED' })
  const trace = { fromBlock: 50n, isGuess: true, nonce: undefined }
  expect(emit).toHaveBeenCalledWith({ type: 'traced', trace })
  expect(findSent.mock.calls[0]?.[0].fromBlock).toBeUndefined()
  expect(findSent.mock.calls[1]?.[0]).toMatchObject({ fromBlock: 50n, isGuess: true })
  expect(findSent.mock.calls[0]?.[0].known?.()).toEqual([{ hash: OTHER_HASH, isSame: true }])
})

describe('batch without a status', () => {
  const batch = { ...sent, hash: undefined, batchId: 'id', batchWallet: 'wallet' }
  const uncertain = (isUncertain: boolean) => ({ type: 'uncertain', isUncertain })
  const neverFound: Partial<ChainReader> = { findSent: () => new Promise(() => {}) }

  it.each<[string, WalletPort['batchStatus']]>([
    ['answers only for other batches', async () => ({ status: 'unknown' })],
    ['no longer has the batch', () => Promise.reject(new SluiceError('WALLET_ERROR'))],
    ['does not respond', () => new Promise(() => {})],
  ])('becomes uncertain after a while when the wallet %s', async (_, batchStatus) => {
    const { emit, leave } = watch(neverFound, batch, { batchStatus })
    await vi.advanceTimersByTimeAsync(89_000)
    expect(emit).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(emit).toHaveBeenCalledWith(uncertain(true))
    leave.abort()
    await vi.advanceTimersByTimeAsync(200_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('becomes unseen after a while when the wallet only reports it as pending, because signers may never sign', async () => {
    const { emit, leave } = watch(neverFound, batch, { batchStatus: async () => ({ status: 'pending' }) })
    await vi.advanceTimersByTimeAsync(89_000)
    expect(emit).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(emit.mock.calls).toEqual([[{ type: 'unseen', isUnseen: true }]])
    leave.abort()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not dropped before the wallet has responded or timed out', async () => {
    const findSent = vi.fn<ChainReader['findSent']>(() => new Promise(() => {}))
    let answer = () => {}
    const batchStatus = () =>
      new Promise<BatchStatus>((resolve) => {
        answer = () => resolve({ status: 'mined', hash: HASH })
      })
    watch({ findSent }, batch, { batchStatus })
    await vi.advanceTimersByTimeAsync(10_000)
    const query = findSent.mock.calls[0]?.[0]
    expect([query?.isAnswered?.(), query?.named?.()]).toEqual([false, undefined])
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([query?.isAnswered?.(), query?.named?.()]).toEqual([true, HASH])

    findSent.mockClear()
    watch({ findSent }, batch, { batchStatus: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(findSent.mock.calls[0]?.[0].isAnswered?.()).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(findSent.mock.calls[0]?.[0].isAnswered?.()).toBe(true)
  })

  it('becomes certain again when the wallet responds', async () => {
    let isKnown = true
    const batchStatus = async () => {
      if (!isKnown) throw new SluiceError('WALLET_ERROR')
      return { status: 'pending' } as const
    }
    const { emit } = watch(neverFound, batch, { batchStatus })
    await vi.advanceTimersByTimeAsync(200_000)
    expect(emit).not.toHaveBeenCalledWith(uncertain(true))
    isKnown = false
    await vi.advanceTimersByTimeAsync(100_000)
    isKnown = true
    await vi.advanceTimersByTimeAsync(2_000)
    const told = emit.mock.calls.filter(([{ type }]) => type === 'uncertain')
    expect(told).toEqual([[uncertain(true)], [uncertain(false)]])
  })
})

it('ends when the stage is left', async () => {
  const { result, leave } = watch({ watch: async () => Promise.reject(new SluiceError('RPC_UNAVAILABLE')) })
  await vi.advanceTimersByTimeAsync(10_000)
  leave.abort()
  await expect(result).rejects.toBe(leave.signal.reason)
})
