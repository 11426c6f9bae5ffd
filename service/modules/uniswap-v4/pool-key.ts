import { keccak256 } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { PoolIdentity } from '../core/pool.ts'

/**
 * Identifies a pool of a manager. These pools have no contracts. Their ids are hashes of their
 * parameters.
 */
export interface PoolKey {
  id: Hex
  /** True if the pool trades the native coin, represented by its wrapper. */
  isNative: boolean
  /** Contract that the manager calls around each swap, or the zero address. */
  hooks: Address
}

/** Parameters of a chain that complete a pool's key. */
export interface KeyParams {
  /** In lower case. */
  weth: Address
  /** Allowed hooks apart from none, in lower case. */
  hooks: readonly Address[]
}

/** Returns the first 20 bytes of a pool's id, which stand for its address. */
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

/**
 * Returns undefined if the tokens and parameters do not match the address with any allowed hook.
 */
export function findPoolKey(identity: PoolIdentity, { weth, hooks }: KeyParams): PoolKey | undefined {
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
