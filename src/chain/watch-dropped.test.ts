import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SETTLEMENT, USER } from '../../wire/fixtures/addresses.ts'
import type { Hex } from '../../wire/lib/address.ts'
import type { ReadClient } from './read-actions.ts'
import type { WatchOutcome } from './types.ts'
import { watchTransaction } from './watch-transaction.ts'

const SENT: Hex = `0x${'12'.repeat(32)}`
const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Watches a transaction that the node returned at first. */
async function watchSeen() {
  const notFound = Object.assign(new Error('none'), { name: 'TransactionNotFoundError' })
  const node = { shows: true, isDown: false, isMined: false }
  const client = {
    getBlockNumber: async () => 100n,
    getCode: async () => undefined,
    getTransactionCount: async () => 7,
    async getTransaction() {
      if (!node.shows) throw notFound
      return { hash: SENT, from: USER, nonce: 7 }
    },
    async getTransactionReceipt() {
      if (node.isDown) throw new Error('down')
      if (!node.isMined) throw notFound
      return { transactionHash: SENT, status: 'success', blockNumber: 101n, gasUsed: 0n, logs: [] }
    },
  } as unknown as ReadClient
  const leave = new AbortController()
  let outcome: WatchOutcome | undefined
  const transaction = { chainId: 1, hash: SENT, from: USER, to: SETTLEMENT, data: '0x12', value: 0n } as const
  watchTransaction(client, { transaction, signal: leave.signal }).then(
    (found) => {
      outcome = found
    },
    () => {},
  )
  await vi.advanceTimersByTimeAsync(2_000)
  node.shows = false
  return { node, getOutcome: () => outcome, stop: () => leave.abort() }
}

it('drops a seen transaction that no node has returned for five minutes', async () => {
  const { getOutcome } = await watchSeen()
  await vi.advanceTimersByTimeAsync(4 * MINUTE)
  expect(getOutcome()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(getOutcome()).toEqual({ kind: 'dropped' })
})

it('does not drop a transaction after a single miss when the device was asleep', async () => {
  const { node, getOutcome } = await watchSeen()
  // Simulates a closed lid: the time passed, and no timer ran.
  vi.setSystemTime(Date.now() + 10 * MINUTE)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(getOutcome()).toBeUndefined()
  node.isMined = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(getOutcome()).toMatchObject({ kind: 'mined' })
})

it('does not drop a transaction after a single miss when the node was down', async () => {
  const { node, getOutcome, stop } = await watchSeen()
  node.isDown = true
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  node.isDown = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(getOutcome()).toBeUndefined()
  stop()
})
