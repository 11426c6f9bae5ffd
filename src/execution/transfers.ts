import {
  type Address,
  type Hex,
  isNativeToken,
  NATIVE_TOKEN,
  sameAddress,
  ZERO_ADDRESS,
} from '../lib/address.ts'
import type { AllowanceGiven, Log, TokenTransfer } from './ports.ts'

/** keccak256 of `Transfer(address,address,uint256)`: ERC-20, ERC-721 and traced native transfers. */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** keccak256 of `Approval(address,address,uint256)`. */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** Every transfer in the logs. A trial run reports native transfers as logs of a made-up address. */
export function readTransfers(logs: readonly Log[]): TokenTransfer[] {
  return logs.flatMap((log) => {
    const [topic, from, to] = log.topics
    if (topic !== TRANSFER || !from || !to) return []
    const isNative = isNativeToken(log.address) || sameAddress(log.address, ZERO_ADDRESS)
    return [
      {
        token: isNative ? NATIVE_TOKEN : log.address,
        from: addressOf(from),
        to: addressOf(to),
        amount: amountOf(log),
      },
    ]
  })
}

export function readAllowances(logs: readonly Log[]): AllowanceGiven[] {
  return logs.flatMap((log) => {
    const [topic, owner, spender] = log.topics
    if (topic !== APPROVAL || !owner || !spender) return []
    return [
      { token: log.address, owner: addressOf(owner), spender: addressOf(spender), amount: amountOf(log) },
    ]
  })
}

function addressOf(topic: Hex): Address {
  return `0x${topic.slice(-40)}`
}

/** One, for an item of a collection: its id is a fourth topic and there is no amount. */
function amountOf(log: Log): bigint {
  return log.topics.length === 4 || log.data.length < 66 ? 1n : BigInt(log.data.slice(0, 66))
}
