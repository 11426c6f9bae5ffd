import type { Transaction } from 'viem'
import { type Address, sameAddress } from '../../wire/lib/address.ts'
import type { ReadClient } from './read-actions.ts'

export interface NonceQuery {
  from: Address
  nonce: number
  /** A block before which the nonce was unused, and one at which it is used. */
  before: bigint
  after: bigint
  signal: AbortSignal
}

/**
 * The mined transaction of an account with a nonce; undefined if the block does not contain one.
 */
export async function findByNonce(client: ReadClient, query: NonceQuery): Promise<Transaction | undefined> {
  const { from, nonce } = query
  const blockNumber = await findBlock(client, query)
  const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
  return transactions.find((entry) => sameAddress(entry.from, from) && entry.nonce === nonce)
}

/** The number of nonces read in one poll. */
const MAX_NONCES = 10
/**
 * How often a nonce is searched, because an authorization (EIP-7702) uses one without a
 * transaction.
 */
const MAX_MISSES = 5

export interface NonceSearch {
  /**
   * Finds the next transaction of the account since the start in a limited number of requests. The
   * next call resumes there. `first`: the lowest possible nonce.
   */
  find(first: number, latest: bigint): Promise<Transaction | undefined>
  /** True if the last call left no transaction of the account unread. */
  isComplete(): boolean
  /** The transaction count of the account in the last call. */
  count(): number
}

/**
 * Searches the mined transactions of an account since a block. Needed because a reverted
 * transaction leaves no logs.
 */
export function createNonceSearch(
  client: ReadClient,
  {
    from,
    start,
    signal,
    isCall,
  }: { from: Address; start: bigint; signal: AbortSignal; isCall(transaction: Transaction): boolean },
): NonceSearch {
  /** Nonces known to belong to another transaction. */
  const others = new Set<number>()
  const misses = new Map<number, number>()
  let isComplete = false
  let count = 0

  async function find(first: number, latest: bigint): Promise<Transaction | undefined> {
    isComplete = false
    count = await client.getTransactionCount({ address: from, blockNumber: latest })
    const end = Math.min(count, first + MAX_NONCES + others.size)
    let areAllRead = end >= count
    for (let nonce = first; nonce < end; nonce += 1) {
      if (others.has(nonce)) continue
      signal.throwIfAborted()
      const found = await findByNonce(client, { from, nonce, before: start, after: latest, signal })
      if (found && isCall(found)) return found
      // The node may be behind, so the nonce is searched again.
      const missed = (misses.get(nonce) ?? 0) + 1
      misses.set(nonce, missed)
      if (found || missed >= MAX_MISSES) others.add(nonce)
      else areAllRead = false
    }
    isComplete = areAllRead
    return undefined
  }

  return { find, isComplete: () => isComplete, count: () => count }
}

/** The lowest nonce of a transaction that was sent after a block. */
export function readFirstNonce(
  client: ReadClient,
  { from, block }: { from: Address; block: bigint },
): Promise<number> {
  return client.getTransactionCount({ address: from, blockNumber: block })
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
