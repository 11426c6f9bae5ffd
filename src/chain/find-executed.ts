import type { Transaction, TransactionReceipt } from 'viem'
import { type Hex, sameAddress } from '../lib/address.ts'
import { findByLogs, hasCall } from './find-by-logs.ts'
import { createRangeSearch, type Range } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'
import type { OtherSwap, WatchedTransaction } from './types.ts'
import { numberToHex } from './viem.ts'

/** Events of a Safe about the hash that its signers signed, by its version in the data or as a topic. */
const EXECUTION_SUCCESS: Hex = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const EXECUTION_FAILURE: Hex = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

export interface Executed {
  /** Of the transaction in which another account carried out the request. */
  hash: Hex
  /** Whether the account says that the request itself failed: its transaction succeeds all the same. */
  isFailure: boolean
}

export interface ExecutedSearch {
  /** Looks through what is new up to the latest block, in a limited number of requests. */
  find(): Promise<Executed | undefined>
  /** Whether the last look reached the latest block. */
  isUpToDate(): boolean
  /** Whether nothing was carried out in time: everything was looked through once more when it was too late. */
  isTooLate(): boolean
}

export interface ExecutedQuery {
  transaction: WatchedTransaction
  fromBlock: bigint
  /** Whether it may have been carried out in that block or before. */
  isGuess: boolean
  /** Other swaps of the account. */
  known: () => readonly OtherSwap[]
  /** Whether the hash is that of a transaction, and not what the signers signed. */
  isTransaction: () => boolean
  /** Unix seconds by the chain: nothing is carried out in a later block. */
  lastTime: number
  signal: AbortSignal
}

/**
 * Looks for how a contract account has carried out a request, in a transaction of whoever sent the signatures: told by the
 * account's own event of the hash by which the wallet named the request, or by what the transaction does.
 */
export function searchExecuted(
  client: ReadClient,
  { transaction, fromBlock, isGuess, lastTime, known, isTransaction, signal }: ExecutedQuery,
): ExecutedSearch {
  const { hash, from, to } = transaction
  /** Transactions of the account that are known to be something else. */
  const others = new Set<Hex>()
  const ranges = createRangeSearch(client, { start: fromBlock, signal, findIn })

  /** Another swap of the same account is not this one. */
  async function isCall(shown: Transaction): Promise<boolean> {
    const isEarlier = !isGuess && shown.blockNumber !== null && shown.blockNumber <= fromBlock
    if (isEarlier || !hasCall(shown, transaction)) return false
    if (known().some((other) => other.isSame && sameAddress(other.hash, shown.hash))) return false
    // Without a deadline in it, the next call may be the same: the account says which one it carried out.
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
    // What did something for the account may have carried out the request in a way that is not read here.
    isTooLate: () => ranges.isComplete() && others.size === 0,
  }
}

async function findEvent(
  client: ReadClient,
  { hash, from, fromBlock, toBlock }: Pick<WatchedTransaction, 'hash' | 'from'> & Range,
): Promise<Executed | undefined> {
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [
      {
        address: from,
        topics: [[EXECUTION_SUCCESS, EXECUTION_FAILURE]],
        fromBlock: numberToHex(fromBlock),
        toBlock: numberToHex(toBlock),
      },
    ],
  })
  const isOfRequest = ({ topics, data }: (typeof logs)[number]) =>
    sameAddress(topics[1] ?? (data.slice(0, 66) as Hex), hash)
  const event = logs.find(isOfRequest)
  return event?.transactionHash
    ? { hash: event.transactionHash, isFailure: event.topics[0] === EXECUTION_FAILURE }
    : undefined
}

/** Whether the account names what a transaction has carried out. */
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

/** The receipt as the request deserves it: undone, where its account says so. */
export function ofRequest(receipt: TransactionReceipt, { isFailure }: Executed): TransactionReceipt {
  return isFailure ? { ...receipt, status: 'reverted', logs: [] } : receipt
}
