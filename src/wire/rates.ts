import * as v from 'valibot'
import { addressSchema } from './primitives.ts'

const chainName = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

/** One pair of `POST /` (exchange rates, section 2). */
export const ratePairSchema = v.object({
  domestic_blockchain: chainName,
  domestic_token: addressSchema,
  foreign_blockchain: chainName,
  foreign_token: addressSchema,
})
export type RatePair = v.InferOutput<typeof ratePairSchema>

export const MAX_RATE_PAIRS = 25
export const ratesRequestSchema = v.pipe(v.array(ratePairSchema), v.minLength(1), v.maxLength(MAX_RATE_PAIRS))

/** Absent, null, 0 and NaN all mean unknown to the client, and become null. */
const unknownablePrice = v.pipe(
  v.optional(v.nullable(v.union([v.number(), v.nan()])), null),
  v.transform((value) => (value && Number.isFinite(value) && value > 0 ? value : null)),
)

/** `price`: how much foreign token one whole unit of the domestic token buys, in whole units; null when unknown. */
export const rateSchema = v.object({ ...ratePairSchema.entries, price: unknownablePrice })
export type Rate = v.InferOutput<typeof rateSchema>
export const ratesResponseSchema = v.array(rateSchema)
