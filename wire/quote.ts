import * as v from 'valibot'
import { object } from './own-object.ts'
import {
  addressSchema,
  responseAmountSchema as amountSchema,
  hexSchema,
  looseNumberSchema,
  nullish,
  responseTokenSchema,
  signedAmountSchema,
} from './primitives.ts'
import { blockNumberSchema, commonEntries, statusOkSchema, surgeSchema } from './router.ts'

export const balanceChangeSchema = object({
  account: addressSchema,
  token: responseTokenSchema,
  delta: signedAmountSchema,
})
export type BalanceChange = v.InferOutput<typeof balanceChangeSchema>

export const simulationSchema = object({
  success: v.boolean(),
  gasUsed: v.nullable(amountSchema),
  blockNumber: v.nullable(blockNumberSchema),
  error: v.nullable(v.string()),
  balanceChanges: v.array(balanceChangeSchema),
  calls: v.array(v.unknown()),
})
export type Simulation = v.InferOutput<typeof simulationSchema>

/** `result` of `POST /v1/quote`: firm. `calldata` is absent when surge protection rejected the trade. */
export const quoteResultSchema = object({
  ...commonEntries,
  // Also accepts null.
  calldata: nullish(hexSchema),
  // Other servers omit it. The widget's own simulation decides whether a quote can be sent.
  revert: v.pipe(
    v.nullish(v.boolean(), false),
    v.transform((revert) => revert ?? false),
  ),
  error: v.optional(v.nullable(v.string())),
  // Rounded up. An absent value becomes 0, which is below any real cost and therefore ignored.
  computationUnits: v.pipe(
    v.optional(v.nullable(looseNumberSchema), 0),
    v.transform((gas) => Math.ceil(gas ?? 0)),
    v.safeInteger(),
    v.minValue(0),
  ),
  lowBalance: v.boolean(),
  lowAllowance: nullish(v.boolean()),
  blockNumber: nullish(blockNumberSchema),
  surgeValue: surgeSchema,
  expiresAt: nullish(v.pipe(v.string(), v.isoTimestamp())),
  quoteId: nullish(v.string()),
  // Also accepts a trace of any shape, or no value. The widget runs its own simulation.
  simulation: v.optional(v.nullable(v.fallback(v.nullable(simulationSchema), null))),
})
/**
 * A firm quote (router, section 2): the fields of a price, with calldata. `calldata` is absent if
 * surge protection rejected the trade; `expiresAt` is ISO 8601; `computationUnits` is gas. Amounts
 * are base units, USD values decimal strings.
 * @example
 * const { value }: Answer<QuoteResult> = await clients.router.quote(request)
 * if (value.revert || !value.calldata) console.warn(value.error)
 */
export type QuoteResult = v.InferOutput<typeof quoteResultSchema>

/** The service returns the envelope; the client also accepts the bare fields. */
export const quoteResponseSchema = v.union([
  object({ statusCode: statusOkSchema, result: quoteResultSchema }),
  v.pipe(
    quoteResultSchema,
    v.transform((result) => ({ statusCode: 200 as const, result })),
  ),
])
