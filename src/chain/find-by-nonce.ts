import type { Transaction } from 'viem'
import { type Address, sameAddress } from '../lib/address.ts'
import type { ReadClient } from './read-actions.ts'

export interface NonceQuery {
  from: Address
  nonce: number
  /** A block before which the nonce was unused, and one at which it is used. */
  before: bigint
  after: bigint
  signal: AbortSignal
}

/** The mined transaction of an account with a nonce; undefined where the block shows none. */
export async function findByNonce(client: ReadClient, query: NonceQuery): Promise<Transaction | undefined> {
  const { from, nonce } = query
  const blockNumber = await findBlock(client, query)
  const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
  return transactions.find((entry) => sameAddress(entry.from, from) && entry.nonce === nonce)
}

/** The first block after which the account's transaction count exceeds the nonce, by bisection. */
async function findBlock(
  client: ReadClient,
  { from, nonce, before, after, signal }: NonceQuery,
): Promise<bigint> {
  let low = before
  let high = after
  while (low + 1n < high) {
    signal.throwIfAborted()
    const middle = (low + high) / 2n
    const count = await client.getTransactionCount({ address: from, blockNumber: middle })
    if (count > nonce) high = middle
    else low = middle
  }
  return high
}
