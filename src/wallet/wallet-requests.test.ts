import { afterEach, expect, it, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { createRequests } from './wallet-requests.ts'

/** A wallet with a fixed id that reports every batch as failed. */
function connect() {
  const request = async ({ method }: { method: string }) =>
    method === 'wallet_sendCalls' ? { id: '0x01' } : { status: 500 }
  const provider = { request }
  const connector = { id: 'host', getProvider: async () => provider } as unknown as Connector
  return createRequests(connector, { current: () => undefined })
}

it('trusts a failed batch status only from the wallet that accepted it in this page', async () => {
  const [first, other] = [connect(), connect()]
  const account = '0x00000000000000000000000000000000000000aa'
  const sent = await first.sendBatch({ chainId: 1, from: account, calls: [] })
  if (!sent) throw new Error('The batch was not sent')
  await expect(first.batchStatus(sent)).resolves.toMatchObject({ status: 'failed' })
  await expect(other.batchStatus(sent)).resolves.toEqual({ status: 'unknown' })
})

const ACCOUNT = '0x00000000000000000000000000000000000000aa'

/** A wallet with this response to a request for the code of an account. */
function connectReader(request: () => Promise<unknown>) {
  const connector = { id: 'host', getProvider: async () => ({ request }) } as unknown as Connector
  return createRequests(connector, { current: () => undefined })
}

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['0x6001', true],
  ['0x', false],
  [null, false],
  [7, false],
])('detects a contract account by the code that its wallet returns: %s', async (code, isContract) => {
  expect(await connectReader(async () => code).isContract(ACCOUNT)).toBe(isContract)
})

it('waits at most three seconds for the code of an account', async () => {
  vi.useFakeTimers()
  const answer = connectReader(() => new Promise(() => undefined)).isContract(ACCOUNT)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await answer).toBe(false)
})
