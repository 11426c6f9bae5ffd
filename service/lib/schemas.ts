import * as v from 'valibot'
import { getAddress, isAddress as isChecksumValid } from 'viem'
import { ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { addressSchema } from '../../wire/primitives.ts'

export const text = v.pipe(v.string(), v.minLength(1, 'must not be empty'))

/**
 * An address of a config. Replaces a wrong EIP-55 checksum, because viem rejects such an address.
 */
export const address = v.pipe(
  v.message(addressSchema, 'must be an address: 0x and 40 hex digits'),
  v.check((value) => value !== ZERO_ADDRESS, 'must not be the zero address'),
  v.transform((value) => (isChecksumValid(value) ? value : getAddress(value))),
)

/** A token address as the key of an object. */
export const tokenKey = v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]{40}$/, 'must be named by addresses'))

export function integer(min: number, max = Number.MAX_SAFE_INTEGER) {
  const message = `must be a whole number from ${min} to ${max}`
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(min, message), v.maxValue(max, message))
}

export function unique<Item>(key: (item: Item) => unknown, what: string) {
  return v.check<Item[], string>(
    (items) => new Set(items.map(key)).size === items.length,
    `must not repeat ${what}`,
  )
}
