import type { Abi } from 'viem'
import type { Address, Hex } from '../src/lib/address.ts'

/** One of the devnet's own contracts that has money and takes orders. */
export interface Desk {
  address: Address
  abi: Abi
}

/** A transaction of the market maker. */
export interface Move {
  to: Address
  data: Hex
}
