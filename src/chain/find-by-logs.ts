import type { Transaction } from 'viem'
import { type Address, type Hex, sameAddress } from '../../wire/lib/address.ts'
import type { Range } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'
import { readLogs } from './read-logs.ts'
import type { Call } from './types.ts'
import { numberToHex } from './viem.ts'

export interface LogsQuery extends Range {
  /** The account of the call, whichever account sent the transaction. */
  from: Address
  to: Address
  /** Transactions known to be something else. The search adds to them. */
  others: { has(hash: Hex): boolean; add(hash: Hex): unknown }
  isCall(transaction: Transaction): boolean | Promise<boolean>
}

/** The length of a selector in hex: too short to recognize a call inside another one. */
const SELECTOR_LENGTH = 10
/** The length of empty data in hex. */
const NO_DATA_LENGTH = 2

/**
 * Finds the hash of a call that another account may have sent, by the logs of the called contract:
 * tokens and the settlement index the account as their first topic.
 */
export async function findByLogs(
  client: ReadClient,
  { from, to, fromBlock, toBlock, others, isCall }: LogsQuery,
): Promise<Hex | undefined> {
  const account: Hex = `0x${from.slice(2).toLowerCase().padStart(64, '0')}`
  const filter = {
    address: to,
    topics: [null, account],
    fromBlock: numberToHex(fromBlock),
    toBlock: numberToHex(toBlock),
  }
  const logs = await readLogs(client, filter)
  for (const { transactionHash: hash } of logs) {
    if (!hash || others.has(hash)) continue
    if (await isCall(await client.getTransaction({ hash }))) return hash
    others.add(hash)
  }
  return undefined
}

/**
 * True if a transaction is the call itself, or contains it in a batch or a call of a contract
 * account. Wallets append attribution suffixes (ERC-8021), which contracts ignore.
 */
export function hasCall(
  transaction: Pick<Transaction, 'to' | 'input' | 'value'>,
  { to, data, value }: Call,
): boolean {
  const wanted = data.toLowerCase()
  if (transaction.to !== null && sameAddress(transaction.to, to)) {
    const isSame =
      wanted.length > NO_DATA_LENGTH ? transaction.input.startsWith(wanted) : transaction.input === wanted
    return isSame && transaction.value === value
  }
  return data.length > SELECTOR_LENGTH && transaction.input.includes(wanted.slice(2))
}
