import * as v from 'valibot'
import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from '../lib/address.ts'

/** Largest amount the interfaces carry, exclusive: Permit2 amounts are uint160. */
export const AMOUNT_LIMIT = 2n ** 160n

export const addressSchema = v.pipe(
  v.string(),
  v.regex(/^0x[a-fA-F0-9]{40}$/),
  v.transform((value) => value as Address),
)

/** A token in a response: the zero address, under which other implementations name the native token, is read as native. */
export const responseTokenSchema = v.pipe(
  addressSchema,
  v.transform((value): Address => (value === ZERO_ADDRESS ? NATIVE_TOKEN : value)),
)

export const hexSchema = v.pipe(
  v.string(),
  v.regex(/^0x(?:[a-fA-F0-9]{2})*$/),
  v.transform((value) => value as Hex),
)

/** Base units as a decimal string, zero allowed: what responses carry. */
export const amountSchema = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,77})$/))

/** A signed decimal string of base units: balance changes. */
export const signedAmountSchema = v.pipe(v.string(), v.regex(/^-?(0|[1-9][0-9]{0,77})$/))

/** A decimal number as a string, e.g. "12.5"; never an exponent. */
export const decimalSchema = v.pipe(v.string(), v.regex(/^-?(0|[1-9][0-9]{0,77})(\.[0-9]{1,78})?$/))

/**
 * Base units as a caller may write them: digits in a string, or an integer JSON can hold exactly. Leading
 * zeros are refused: a padded amount is more likely a mistake than a sum of money.
 */
export const requestAmountSchema = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,48}$/)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  ]),
  v.transform((value) => BigInt(value)),
  v.check((value) => value > 0n && value < AMOUNT_LIMIT),
  v.transform((value) => value.toString()),
)

/** A whole number of basis points up to `max`, written as an integer or as digits. */
export function requestBpsSchema(max: number) {
  return v.pipe(
    v.union([
      v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,4})$/)),
      v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    ]),
    v.transform(Number),
    v.maxValue(max),
  )
}
