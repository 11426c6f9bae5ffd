import { expect, it } from 'vitest'
import { SETTLEMENT, USER } from '../wire/fixtures/addresses.ts'
import { findSent } from './find-sent.ts'
import type { ReadClient } from './read-actions.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const call = { chainId: 1, from: USER, to: SETTLEMENT, data: '0x12345678aabb', value: 0n } as const

/** A chain whose account has sent this much, and whose contract has logged these transactions. */
function createChain({ timestamp = 1_000n, logged = [] as { to: string; input: string; value: bigint }[] }) {
  return {
    getBlock: async ({ blockTag }: { blockTag?: string } = {}) => {
      if (blockTag === 'pending') throw new Error('not supported')
      return { number: 100n, timestamp, transactions: [] }
    },
    getTransactionCount: async () => 7,
    request: async () => logged.map(() => ({ transactionHash: HASH })),
    getTransaction: async () => ({ hash: HASH, ...logged[0] }),
  } as unknown as ReadClient
}

const search = (client: ReadClient, chainDeadline?: number) =>
  findSent(client, { ...call, fromBlock: 90n, chainDeadline, signal: AbortSignal.timeout(60) }, 5)

it('finds the call inside of the transaction of another account', async () => {
  const input = `0xffff${call.data.slice(2)}00`
  await expect(search(createChain({ logged: [{ to: USER, input, value: 0n }] }))).resolves.toBe(HASH)
})

it.each([
  ['another call', { to: SETTLEMENT, input: '0x12345678aabbcc', value: 0n }],
  ['another value', { to: SETTLEMENT, input: call.data, value: 1n }],
])('takes %s for no match, and looks on', async (_, other) => {
  await expect(search(createChain({ logged: [other] }))).rejects.toThrow()
})

it('gives up once a block is later than the deadline by the clock of the chain, and not before', async () => {
  await expect(search(createChain({ timestamp: 1_060n }), 1_000)).rejects.toThrow()
  await expect(search(createChain({ timestamp: 1_061n }), 1_000)).resolves.toBeUndefined()
})
