import { getCreate2Address, keccak256 } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'

/** Returns the CREATE2 address of a factory's pool in lower case, derived as in the executor. */
export function derivePool(factory: Address, initCodeHash: Hex, salted: Hex): Address {
  const derived = getCreate2Address({ from: factory, salt: keccak256(salted), bytecodeHash: initCodeHash })
  return derived.toLowerCase() as Address
}
