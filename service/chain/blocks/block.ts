import type { Hex } from '../../../wire/lib/address.ts'

export interface Block {
  blockNumber: bigint
  blockHash: Hex
  /** Unix seconds. */
  timestamp: bigint
  /** Typical wei per unit of gas: the base fee plus a tip. */
  gasPrice: bigint
  /** Absent on a chain without this fee, null while unknown. */
  l1Fee?: L1Fee | null
  /** Gas limit of the block. Default: unknown. */
  gasLimit?: bigint
}

/**
 * The cost of a swap without its gas, in wei: data on Ethereum and the operator fee. A base amount
 * plus an amount per step of the route.
 */
export interface L1Fee {
  base: bigint
  perStep: bigint
  /** Operator fee per million units of gas, in wei. Default: 0. */
  perMillionGas?: bigint
  /** Gas per byte of data that counts against the gas limit of each call. Default: 0. */
  gasPerByte?: bigint
}
