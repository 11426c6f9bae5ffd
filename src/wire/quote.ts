import * as v from 'valibot'
import {
  addressSchema,
  amountSchema,
  hexSchema,
  responseTokenSchema,
  signedAmountSchema,
} from './primitives.ts'
import { commonEntries } from './router.ts'

export const balanceChangeSchema = v.object({
  account: addressSchema,
  token: responseTokenSchema,
  delta: signedAmountSchema,
})
export type BalanceChange = v.InferOutput<typeof balanceChangeSchema>

export const simulationSchema = v.object({
  success: v.boolean(),
  gasUsed: v.nullable(amountSchema),
  blockNumber: v.nullable(v.number()),
  error: v.nullable(v.string()),
  balanceChanges: v.array(balanceChangeSchema),
  calls: v.array(v.unknown()),
})
export type Simulation = v.InferOutput<typeof simulationSchema>

/** `result` of `POST /v1/quote`: firm. `calldata` is absent when surge protection rejected the trade. */
export const quoteResultSchema = v.object({
  ...commonEntries,
  // Also read: null.
  calldata: v.pipe(
    v.optional(v.nullable(hexSchema)),
    v.transform((data) => data ?? undefined),
  ),
  revert: v.boolean(),
  error: v.optional(v.nullable(v.string())),
  computationUnits: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  lowBalance: v.boolean(),
  lowAllowance: v.optional(v.boolean()),
  blockNumber: v.pipe(v.number(), v.safeInteger()),
  surgeValue: v.optional(v.nullable(v.pipe(v.number(), v.integer()))),
  expiresAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  quoteId: v.optional(v.string()),
  // Also read: a trace of any shape, or nothing at all. The widget simulates by itself.
  simulation: v.optional(v.nullable(v.fallback(v.nullable(simulationSchema), null))),
})
/**
 * A firm quote (router, section 2): the fields of a price, with calldata. `calldata` is absent where surge protection refused
 * the trade; `expiresAt` is ISO 8601; `computationUnits` is gas. Amounts are base units, USD values decimal strings.
 * @example
 * const { value }: Answer<QuoteResult> = await clients.router.quote(request)
 * if (value.revert || !value.calldata) console.warn(value.error)
 */
export type QuoteResult = v.InferOutput<typeof quoteResultSchema>

/** The service returns the envelope; the client also accepts the bare fields. */
export const quoteResponseSchema = v.union([
  v.object({ statusCode: v.literal(200), result: quoteResultSchema }),
  v.pipe(
    quoteResultSchema,
    v.transform((result) => ({ statusCode: 200 as const, result })),
  ),
])
