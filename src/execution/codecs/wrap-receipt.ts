import {
  type Address,
  type Hex,
  isNativeToken,
  sameAddress,
  ZERO_ADDRESS,
} from '../../../wire/lib/address.ts'
import { readTransfers } from '../../chain/transfers.ts'
import type { Log } from '../../chain/types.ts'
import type { ReceiptReader } from './router-codec.ts'

/** keccak256 of `Deposit(address,uint256)` and of `Withdrawal(address,uint256)`. */
const DEPOSIT: Hex = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL: Hex = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/**
 * Reads the event of a wrapper contract or, if it emits none, the mint or burn transfer. The
 * contract exchanges one to one, so the amounts on both sides are equal.
 */
export const wrapReceipt: ReceiptReader = {
  measuresReceiver: true,
  readSwap({ logs, router: wrapper, intent }) {
    const isWrap = isNativeToken(intent.inputToken.address)
    const own = logs.filter(({ address }) => sameAddress(address, wrapper))
    const amount =
      readEvents(own, isWrap ? DEPOSIT : WITHDRAWAL, intent.account) ??
      readMinted(own, isWrap, intent.account)
    return amount === undefined ? undefined : { inputSpent: amount, outputReceived: amount }
  },
}

function readEvents(logs: readonly Log[], event: Hex, account: Address): bigint | undefined {
  const amounts = logs
    .filter(({ topics: [topic, party] }) => topic === event && party && isParty(party, account))
    .map(({ data }) => BigInt(data.slice(0, 66)))
  return sum(amounts)
}

function readMinted(logs: readonly Log[], isWrap: boolean, account: Address): bigint | undefined {
  const [from, to] = isWrap ? [ZERO_ADDRESS, account] : [account, ZERO_ADDRESS]
  const amounts = readTransfers(logs)
    .filter((transfer) => sameAddress(transfer.from, from) && sameAddress(transfer.to, to))
    .map(({ amount }) => amount)
  return sum(amounts)
}

function isParty(topic: Hex, account: Address): boolean {
  return sameAddress(`0x${topic.slice(-40)}`, account)
}

function sum(amounts: readonly bigint[]): bigint | undefined {
  return amounts.length === 0 ? undefined : amounts.reduce((total, amount) => total + amount, 0n)
}
