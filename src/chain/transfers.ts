import {
  type Address,
  type Hex,
  isNativeToken,
  NATIVE_TOKEN,
  sameAddress,
  ZERO_ADDRESS,
} from '../../wire/lib/address.ts'
import type { AllowanceGiven, Log, TokenTransfer } from './types.ts'

/** keccak256 of `Transfer(address,address,uint256)`: ERC-20, ERC-721 and traced native transfers. */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** keccak256 of `Approval(address,address,uint256)`. */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** keccak256 of `TransferSingle(address,address,address,uint256,uint256)` and its batch: ERC-1155. */
const TRANSFER_SINGLE: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** keccak256 of `ApprovalForAll(address,address,bool)`: ERC-721 and ERC-1155. */
const APPROVAL_FOR_ALL: Hex = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/**
 * keccak256 of `Approval(address,address,address,uint160,uint48)` and of
 * `Permit(address,address,address,uint160,uint48,uint48)`: allowances that Permit2 keeps for a token.
 */
const PERMIT2_APPROVAL: Hex = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const PERMIT2_PERMIT: Hex = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'

/**
 * Every transfer in the logs. `eth_simulateV1` reports native transfers as logs of a pseudo
 * address.
 */
export function readTransfers(logs: readonly Log[]): TokenTransfer[] {
  return logs.flatMap((log) => {
    const [topic, ...parties] = log.topics
    const isMulti = topic === TRANSFER_SINGLE || topic === TRANSFER_BATCH
    // The first topic of ERC-1155 is the operator.
    const [from, to] = isMulti ? parties.slice(1) : parties
    if ((topic !== TRANSFER && !isMulti) || !from || !to) return []
    const isNative = isNativeToken(log.address) || sameAddress(log.address, ZERO_ADDRESS)
    return [
      {
        token: isNative ? NATIVE_TOKEN : log.address,
        from: toAddress(from),
        to: toAddress(to),
        amount: isMulti ? 1n : readAmount(log),
      },
    ]
  })
}

export function readAllowances(logs: readonly Log[]): AllowanceGiven[] {
  return logs.flatMap((log) => {
    const [topic, owner, second, third] = log.topics
    const isPermit2 = topic === PERMIT2_APPROVAL || topic === PERMIT2_PERMIT
    if (isPermit2 && owner && second && third) {
      const amount = log.data.length < 66 ? 1n : BigInt(log.data.slice(0, 66))
      return [{ token: toAddress(second), owner: toAddress(owner), spender: toAddress(third), amount }]
    }
    const spender = second
    if ((topic !== APPROVAL && topic !== APPROVAL_FOR_ALL) || !owner || !spender) return []
    return [
      { token: log.address, owner: toAddress(owner), spender: toAddress(spender), amount: readAmount(log) },
    ]
  })
}

function toAddress(topic: Hex): Address {
  return `0x${topic.slice(-40)}`
}

/** The amount of a log; 1 for ERC-721, which has the token id as a fourth topic and no amount. */
function readAmount(log: Log): bigint {
  return log.topics.length === 4 || log.data.length < 66 ? 1n : BigInt(log.data.slice(0, 66))
}
