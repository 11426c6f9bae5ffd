import { keccak256 } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { PoolIdentity } from '../core/pool.ts'

/** What a pool of a manager is known by. Pools have no contracts: their ids are hashes of their terms. */
export interface PoolKey {
  id: Hex
  /** Trades the native coin, which we name by its wrapper. */
  isNative: boolean
}

/** A pool is named by the first 20 bytes of its id, as if that were its address. */
export function getPoolAddress(id: Hex): Address {
  return id.slice(0, 42).toLowerCase() as Address
}

/** The id of a pool without hooks. */
export function getPoolId(
  { tokens, fee, tickSpacing }: Omit<PoolIdentity, 'address'>,
  isNative: boolean,
): Hex {
  const [first, second] = tokens
  const values = [isNative ? ZERO_ADDRESS : first, second, fee, tickSpacing, ZERO_ADDRESS]
  return keccak256(`0x${values.map((value) => encodeWord(BigInt(value))).join('')}`)
}

/** Undefined where a pool of such tokens and terms has another address, or hooks. `weth` in lower case. */
export function findPoolKey(identity: PoolIdentity, weth: Address): PoolKey | undefined {
  const [first, second] = identity.tokens
  for (const isNative of first === weth ? [true, false] : [false]) {
    if (!isNative && BigInt(first) >= BigInt(second)) continue
    const id = getPoolId(identity, isNative)
    if (getPoolAddress(id) === identity.address) return { id, isNative }
  }
  return undefined
}
