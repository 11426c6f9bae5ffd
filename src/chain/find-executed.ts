import type { Transaction, TransactionReceipt } from 'viem'
import { type Hex, sameAddress } from '../../wire/lib/address.ts'
import { findByLogs, hasCall } from './find-by-logs.ts'
import { createRangeSearch, type Range } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'
import { readLogs } from './read-logs.ts'
import type { OtherSwap, WatchedTransaction } from './types.ts'
import { numberToHex } from './viem.ts'

/**
 * Events of a Safe with the hash that its signers signed: in the data or as a topic, depending on
 * its version.
 */
const EXECUTION_SUCCESS: Hex = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const EXECUTION_FAILURE: Hex = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

export interface Executed {
  /** The hash of the transaction in which another account executed the request. */
  hash: Hex
  /** True if the account reports that the request failed. Its transaction succeeds nevertheless. */
  isFailure: boolean
}

export interface ExecutedSearch {
  /** Searches new blocks up to the latest one in a limited number of requests. */
  find(): Promise<Executed | undefined>
  /** True if the last search reached the latest block. */
  isUpToDate(): boolean
  /** True if a second search of all blocks, after the deadline, found no execution. */
  isTooLate(): boolean
}

export interface ExecutedQuery {
  transaction: WatchedTransaction
  fromBlock: bigint
  /** True if the request may have been executed in that block or before. */
  isGuess: boolean
  /** Other swaps of the account. */
  known: () => readonly OtherSwap[]
  /** True if the hash belongs to a transaction instead of a signed request. */
  isTransaction: () => boolean
  /** Unix seconds by the chain's clock: nothing is executed in a later block. */
  lastTime: number
  signal: AbortSignal
}

/**
 * Searches for the transaction, sent by any account, in which a contract account executed a
 * request. Recognizes it by the account's event with the hash of the request, or by its calldata.
 */
export function searchExecuted(
  client: ReadClient,
  { transaction, fromBlock, isGuess, lastTime, known, isTransaction, signal }: ExecutedQuery,
): ExecutedSearch {
  const { hash, from, to } = transaction
  /** Transactions of the account known to be something else. */
  const others = new Set<Hex>()
  const ranges = createRangeSearch(client, { start: fromBlock, signal, findIn })

  /** Returns false for another swap of the same account. */
  async function isCall(shown: Transaction): Promise<boolean> {
    const isEarlier = !isGuess && shown.blockNumber !== null && shown.blockNumber <= fromBlock
    if (isEarlier || !hasCall(shown, transaction)) return false
    if (known().some((other) => other.isSame && sameAddress(other.hash, shown.hash))) return false
    // Without a deadline the next call may be identical, so an event that names another request
    // counts.
    return (
      Number.isFinite(lastTime) || isTransaction() || !(await isNamed(client, { from, hash: shown.hash }))
    )
  }

  async function findIn(range: Range): Promise<Executed | undefined> {
    const named = await findEvent(client, { hash, from, ...range })
    if (named) return named
    const found = await findByLogs(client, { from, to, ...range, others, isCall })
    return found && { hash: found, isFailure: false }
  }

  async function find(): Promise<Executed | undefined> {
    return ranges.find(await client.getBlock(), lastTime)
  }

  return {
    find,
    isUpToDate: ranges.isUpToDate,
    // A transaction that did something for the account may have executed the request in an
    // unreadable way.
    isTooLate: () => ranges.isComplete() && others.size === 0,
  }
}

async function findEvent(
  client: ReadClient,
  { hash, from, fromBlock, toBlock }: Pick<WatchedTransaction, 'hash' | 'from'> & Range,
): Promise<Executed | undefined> {
  const logs = await readLogs(client, {
    address: from,
    topics: [[EXECUTION_SUCCESS, EXECUTION_FAILURE]],
    fromBlock: numberToHex(fromBlock),
    toBlock: numberToHex(toBlock),
  })
  const isOfRequest = ({ topics, data }: (typeof logs)[number]) =>
    sameAddress(topics[1] ?? (data.slice(0, 66) as Hex), hash)
  const event = logs.find(isOfRequest)
  return event?.transactionHash
    ? { hash: event.transactionHash, isFailure: event.topics[0] === EXECUTION_FAILURE }
    : undefined
}

/** True if the account emitted an event about the request of this transaction. */
async function isNamed(
  client: ReadClient,
  { from, hash }: Pick<WatchedTransaction, 'from' | 'hash'>,
): Promise<boolean> {
  const { logs } = await client.getTransactionReceipt({ hash })
  return logs.some(
    ({ address, topics }) =>
      sameAddress(address, from) && (topics[0] === EXECUTION_SUCCESS || topics[0] === EXECUTION_FAILURE),
  )
}

/** Returns a reverted receipt if the account reports that the request failed. */
export function ofRequest(receipt: TransactionReceipt, { isFailure }: Executed): TransactionReceipt {
  return isFailure ? { ...receipt, status: 'reverted', logs: [] } : receipt
}
