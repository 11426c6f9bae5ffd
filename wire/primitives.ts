import * as v from 'valibot'
import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from './lib/address.ts'

/** Exclusive upper limit of amounts, because Permit2 uses uint160. */
export const AMOUNT_LIMIT = 2n ** 160n

export const addressSchema = v.pipe(
  v.string(),
  v.regex(/^0x[a-fA-F0-9]{40}$/),
  v.transform((value) => value as Address),
)

/**
 * A token in a response. The zero address, which other implementations use for the native token,
 * becomes `NATIVE_TOKEN`.
 */
export const responseTokenSchema = v.pipe(
  addressSchema,
  v.transform((value): Address => (value === ZERO_ADDRESS ? NATIVE_TOKEN : value)),
)

export const hexSchema = v.pipe(
  v.string(),
  v.regex(/^0x(?:[a-fA-F0-9]{2})*$/),
  v.transform((value) => value as Hex),
)

/** An amount: base units as a decimal string, zero allowed. */
export const amountSchema = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,77})$/))

const AMOUNT_FORM = 'Expected base units as digits in a string, or as a JSON integer that loses no digit'

/**
 * A safe integer as its digits. Larger numbers are rejected, because they may have been rounded
 * already.
 */
const digits = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isSafeInteger(value) ? String(value) : value)),
  v.string(AMOUNT_FORM),
)

/**
 * An amount in a response. Also accepts a JSON integer; `parseJson` keeps the digits of integers
 * above 2^53.
 */
export const responseAmountSchema = v.pipe(digits, v.regex(/^(0|[1-9][0-9]{0,77})$/, AMOUNT_FORM))

/** A balance change in a response: base units as a signed decimal string, or a JSON integer. */
export const signedAmountSchema = v.pipe(digits, v.regex(/^-?(0|[1-9][0-9]{0,77})$/, AMOUNT_FORM))

/**
 * A decimal number in a response as a string without exponent, e.g. "12.5". Also accepts a JSON
 * number and an exponent ("1.0e-12").
 */
export const decimalSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(toPlainDecimal),
  v.regex(/^-?(0|[1-9][0-9]{0,77})(\.[0-9]{1,78})?$/),
)

/** A finite number other than an amount. Also accepts its text, with or without an exponent. */
export const looseNumberSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i))]),
  v.transform(Number),
  v.finite(),
)

/** An optional field that other servers send as null. */
export function nullish<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.nullable(schema)),
    v.transform((value): v.InferOutput<Schema> | undefined => value ?? undefined),
  )
}

/** Expands the exponent of a number. Returns other text unchanged. */
function toPlainDecimal(value: string | number): string {
  const text = String(value)
  const match = /^([+-]?)(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i.exec(text)
  if (!match) return text
  const [, sign, whole = '', fraction = '', exponent] = match
  // biome-ignore lint/plugin/exact-amounts: an exponent of at most two digits.
  const point = whole.length + Number(exponent)
  const all = (whole + fraction).padStart(whole.length + fraction.length + Math.max(0, 1 - point), '0')
  const at = Math.max(1, point)
  const shown = all.padEnd(at, '0')
  const rest = shown.slice(at).replace(/0+$/, '')
  return `${sign === '-' ? '-' : ''}${shown.slice(0, at).replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`
}

/**
 * An amount in a request: a string of digits, or an integer that JSON represents exactly. Leading
 * zeros are rejected, because a padded amount is probably a mistake.
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

/** A chain id in a response: a number, or digits in a string. */
export const networkIdSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]),
  v.transform(Number),
)
