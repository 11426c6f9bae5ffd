import * as v from 'valibot'
import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from '../lib/address.ts'

/** Exclusive upper limit of amounts: those of Permit2 are uint160. */
export const AMOUNT_LIMIT = 2n ** 160n

export const addressSchema = v.pipe(
  v.string(),
  v.regex(/^0x[a-fA-F0-9]{40}$/),
  v.transform((value) => value as Address),
)

/** A token in a response. The zero address, which other implementations use for the native token, becomes `NATIVE_TOKEN`. */
export const responseTokenSchema = v.pipe(
  addressSchema,
  v.transform((value): Address => (value === ZERO_ADDRESS ? NATIVE_TOKEN : value)),
)

export const hexSchema = v.pipe(
  v.string(),
  v.regex(/^0x(?:[a-fA-F0-9]{2})*$/),
  v.transform((value) => value as Hex),
)

/** An amount in a response: base units as a decimal string, zero allowed. */
export const amountSchema = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,77})$/))

/** A balance change: base units as a signed decimal string. */
export const signedAmountSchema = v.pipe(v.string(), v.regex(/^-?(0|[1-9][0-9]{0,77})$/))

/** A decimal number as a string without exponent, e.g. "12.5". */
export const decimalSchema = v.pipe(v.string(), v.regex(/^-?(0|[1-9][0-9]{0,77})(\.[0-9]{1,78})?$/))

/**
 * An amount in a request: a string of digits, or an integer that JSON represents exactly. Leading zeros are rejected,
 * because a padded amount is probably a mistake.
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

/** Basis points up to `max`, as an integer or a string of digits. */
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

/** A chain id in a response: a number, also read where it is digits in a string. */
export const networkIdSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]),
  v.transform(Number),
)
