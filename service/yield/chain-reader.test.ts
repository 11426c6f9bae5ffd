import { TimeoutError } from 'viem'
import { describe, expect, it } from 'vitest'
import { makeAddress } from '../testing/literal-chain.ts'
import { createChainReader, getTimeoutMs, type YieldClient } from './chain-reader.ts'

const HEADER = { number: 1n, hash: '0x01', timestamp: 1n } as const
const CALL = { to: makeAddress(1), data: '0x' } as const

function createReader(call: YieldClient['call']) {
  const client = { call, getBlock: () => new Promise(() => undefined) } as unknown as YieldClient
  return createChainReader(client, { multicall3: makeAddress(2), timeoutMs: 30 })
}

describe('chain reader', () => {
  it('has a timeout of one second, or of twenty on a local chain', () => {
    expect([1, 8453, 31337, 31338].map(getTimeoutMs)).toEqual([1_000, 1_000, 20_000, 20_000])
  })

  it('times out without a response', async () => {
    const reader = createReader(() => new Promise(() => undefined))
    await expect(reader.at(HEADER)([CALL])).rejects.toMatchObject({ kind: 'timeout' })
    await expect(reader.latest()).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('distinguishes a timeout from a failure', async () => {
    const late = new Error('wrapped', { cause: new TimeoutError({ body: {}, url: 'http://node' }) })
    const [slow, gone] = [
      createReader(() => Promise.reject(late)),
      createReader(() => Promise.reject(new Error())),
    ]
    await expect(slow.at(HEADER)([CALL])).rejects.toMatchObject({ kind: 'timeout' })
    await expect(gone.at(HEADER)([CALL])).rejects.toMatchObject({ kind: 'failed' })
  })

  it('returns undefined results before Multicall3 was deployed', async () => {
    const reader = createReader(async () => ({ data: undefined }))
    await expect(reader.at(HEADER)([CALL, CALL])).resolves.toEqual([undefined, undefined])
  })
})
