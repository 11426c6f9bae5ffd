import { ratesOf } from './rates.ts'
import { priceResponseSchema } from './router.ts'
import { tokensResponseSchema } from './tokens.ts'

/**
 * The responses that the form needs first: one module, so that a page loads one file for all of
 * them.
 */
export const firstResponses = {
  price: priceResponseSchema,
  rates: ratesOf,
  tokens: tokensResponseSchema,
}
