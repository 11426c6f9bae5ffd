import { getContractAddress } from 'viem'
import type { Address } from '../../wire/lib/address.ts'

/** The executor is the first contract that a settlement creates, so its address follows. */
export function getExecutorAddress(settlement: Address): Address {
  return getContractAddress({ from: settlement, nonce: 1n })
}
