import * as v from 'valibot'
import { ZERO_ADDRESS } from './lib/address.ts'
import { MAX_RATE_PAIRS } from './limits.ts'
import { object, ownFields } from './own-object.ts'
import { addressSchema, responseTokenSchema } from './primitives.ts'

const chainName = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

/** One pair of `POST /` (exchange rates, section 2). */
export const ratePairSchema = object({
  domestic_blockchain: chainName,
  domestic_token: addressSchema,
  foreign_blockchain: chainName,
  foreign_token: addressSchema,
})
/**
 * A pair whose rate is requested (exchange rates, section 2): chains by name, tokens by address.
 * @example
 * const pair: RatePair = {
 *   domestic_blockchain: 'ethereum',
 *   domestic_token: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
 *   foreign_blockchain: 'ethereum',
 *   foreign_token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 * }
 */
export type RatePair = v.InferOutput<typeof ratePairSchema>

export const ratesRequestSchema = v.pipe(v.array(ratePairSchema), v.minLength(1), v.maxLength(MAX_RATE_PAIRS))

/** A decimal number without sign or spaces. */
const DECIMAL = /^(?:0|[1-9][0-9]{0,40})(?:\.[0-9]{1,40})?(?:e[+-]?[0-9]{1,2})?$/i

/** A price above zero as a number or its text; everything else is unknown and becomes null. */
const nullablePrice = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => {
    // biome-ignore lint/plugin/exact-amounts: a price in dollars.
    const price = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value
    return typeof price === 'number' && Number.isFinite(price) && price > 0 ? price : null
  }),
)

/**
 * `price`: the whole units of the foreign token that one whole unit of the domestic token buys;
 * null when unknown.
 */
export const rateSchema = object({
  domestic_blockchain: chainName,
  domestic_token: responseTokenSchema,
  foreign_blockchain: chainName,
  foreign_token: responseTokenSchema,
  price: nullablePrice,
})
/**
 * A pair with its rate. `price` is the number of whole units of the foreign token that one whole
 * unit of the domestic token buys; null when unknown.
 * @example
 * const label = ({ price }: Rate) => (price === null ? 'unknown' : price.toFixed(2))
 */
export type Rate = v.InferOutput<typeof rateSchema>

/** Replaces an invalid record. It matches no pair that can be requested. */
const UNREADABLE: Rate = {
  domestic_blockchain: '',
  domestic_token: ZERO_ADDRESS,
  foreign_blockchain: '',
  foreign_token: ZERO_ADDRESS,
  price: null,
}
/** One invalid record does not invalidate the others. */
export const ratesResponseSchema = v.array(v.fallback(rateSchema, UNREADABLE))

/** The rates of the requested pairs, in their order. A rate of another pair counts as unknown. */
export const ratesOf = (pairs: readonly RatePair[]) =>
  v.pipe(
    ratesResponseSchema,
    v.length(pairs.length, ({ received }) => `${received} rates for ${pairs.length} pairs`),
    v.transform((rates): Rate[] =>
      pairs.map((pair, index) => {
        const rate = rates[index]
        return ownFields({ ...pair, price: rate && isRateOf(rate, pair) ? rate.price : null })
      }),
    ),
  )

/** True if the rate is for the requested pair. */
function isRateOf(rate: Rate, pair: RatePair): boolean {
  return PAIR_FIELDS.every((field) => rate[field].toLowerCase() === pair[field].toLowerCase())
}

const PAIR_FIELDS = ['domestic_blockchain', 'domestic_token', 'foreign_blockchain', 'foreign_token'] as const
