import type { Abi } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'

/** A contract of the devnet that holds tokens and trades for the market maker. */
export interface TradingDesk {
  address: Address
  abi: Abi
}

/** A transaction of the market maker. */
export interface DeskCall {
  to: Address
  data: Hex
}
