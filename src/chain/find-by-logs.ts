import type { Transaction } from 'viem'
import { type Address, type Hex, sameAddress } from '../lib/address.ts'
import type { Range } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'
import type { Call } from './types.ts'
import { numberToHex } from './viem.ts'

export interface LogsQuery extends Range {
  /** The account for which the call was made, whoever sent the transaction. */
  from: Address
  /** The called contract. */
  to: Address
  /** Transactions that are known to be something else. Those that are found to be are added. */
  others: { has(hash: Hex): boolean; add(hash: Hex): unknown }
  isCall(transaction: Transaction): boolean | Promise<boolean>
}

/** Of hex data that is a selector alone: too little to recognize a call inside of another one. */
const SELECTOR_LENGTH = 10
/** Of hex data that is empty. */
const NO_DATA_LENGTH = 2

/**
 * The hash of a call that another account may have sent, by the logs of the called contract: tokens and the settlement have
 * the account as their first indexed argument.
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
  const logs = await client.request({ method: 'eth_getLogs', params: [filter] })
  for (const { transactionHash: hash } of logs) {
    if (!hash || others.has(hash)) continue
    if (await isCall(await client.getTransaction({ hash }))) return hash
    others.add(hash)
  }
  return undefined
}

/**
 * Whether a transaction is the call itself, or has it inside of a batch or of the call of a contract account. Wallets append marks
 * of who led to a call (ERC-8021), which contracts do not read.
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
