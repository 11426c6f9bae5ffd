import { keccak256 } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { PoolIdentity } from '../core/pool.ts'

/** What a pool of a manager is known by. Pools have no contracts: their ids are hashes of their terms. */
export interface PoolKey {
  id: Hex
  /** Trades the native coin, which we name by its wrapper. */
  isNative: boolean
  /** Contract that the manager calls around each swap; the zero address: none. */
  hooks: Address
}

/** What tells the pools of a manager apart that its logs name by tokens and terms alone. */
export interface KeyTerms {
  /** In lower case. */
  weth: Address
  /** Besides none, in lower case. */
  hooks: readonly Address[]
}

/** A pool is named by the first 20 bytes of its id, as if that were its address. */
export function getPoolAddress(id: Hex): Address {
  return id.slice(0, 42).toLowerCase() as Address
}

export function getPoolId(
  { tokens, fee, tickSpacing }: Omit<PoolIdentity, 'address'>,
  { isNative = false, hooks = ZERO_ADDRESS }: Partial<Omit<PoolKey, 'id'>> = {},
): Hex {
  const [first, second] = tokens
  const values = [isNative ? ZERO_ADDRESS : first, second, fee, tickSpacing, hooks]
  return keccak256(`0x${values.map((value) => encodeWord(BigInt(value))).join('')}`)
}

/** Undefined where a pool of such tokens and terms has another address, or other hooks. */
export function findPoolKey(identity: PoolIdentity, { weth, hooks }: KeyTerms): PoolKey | undefined {
  const [first, second] = identity.tokens
  for (const isNative of first === weth ? [true, false] : [false]) {
    if (!isNative && BigInt(first) >= BigInt(second)) continue
    for (const hook of [ZERO_ADDRESS, ...hooks]) {
      const id = getPoolId(identity, { isNative, hooks: hook })
      if (getPoolAddress(id) === identity.address) return { id, isNative, hooks: hook }
    }
  }
  return undefined
}
