import * as v from 'valibot'
import { object } from './own-object.ts'
import {
  addressSchema,
  responseAmountSchema as amountSchema,
  decimalSchema,
  hexSchema,
  looseNumberSchema,
  nullish,
  responseTokenSchema,
} from './primitives.ts'

const moduleSchema = object({
  module: v.string(),
  name: v.string(),
  kind: v.fallback(v.picklist(['dex', 'lending', 'wrap']), 'dex'),
  portionBps: looseNumberSchema,
  path: v.array(responseTokenSchema),
  // Additive: the input and output of this hop, in base units of its own tokens.
  amountIn: nullish(amountSchema),
  amountOut: nullish(amountSchema),
})
export type LiquidityModule = v.InferOutput<typeof moduleSchema>

/**
 * Also accepts a plain module id, and objects of any other shape, because the document does not
 * define it.
 */
const tolerantModuleSchema = v.union([
  moduleSchema,
  v.pipe(
    v.unknown(),
    v.transform((value): LiquidityModule => {
      const id = readModuleId(value)
      return { module: id, name: id, kind: 'dex', portionBps: 0, path: [] }
    }),
  ),
])

function readModuleId(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const named: unknown[] = ['module', 'id', 'name'].map((key) => Reflect.get(value, key))
  return named.find((name) => typeof name === 'string') ?? ''
}

/** An unreadable value is unknown. */
const nullableDecimal = v.optional(v.fallback(v.nullable(decimalSchema), null))

/**
 * An integer percentage, rounded up, because a loss must not look smaller. An unreadable value is
 * unknown.
 */
export const surgeSchema = v.optional(
  v.fallback(
    v.nullable(
      v.pipe(
        looseNumberSchema,
        v.transform((percent) => Math.ceil(percent) || 0),
        v.safeInteger(),
      ),
    ),
    null,
  ),
)

export const blockNumberSchema = v.pipe(looseNumberSchema, v.safeInteger())

/** The fields that prices and quotes share. */
export const commonEntries = {
  inputToken: responseTokenSchema,
  outputToken: responseTokenSchema,
  feeToken: responseTokenSchema,
  inputSender: addressSchema,
  outputReceiver: addressSchema,
  inputAmount: amountSchema,
  outputAmount: amountSchema,
  partnerFee: amountSchema,
  routingFee: amountSchema,
  effectiveInputAmount: amountSchema,
  effectiveOutputAmount: amountSchema,
  minOutputAmount: amountSchema,
  liquidityModules: v.array(tolerantModuleSchema),
  isNativeTokenInput: v.boolean(),
  value: amountSchema,
  // Additive fields: absent in responses of other implementations.
  settlementFee: nullish(amountSchema),
  maxInputAmount: nullish(amountSchema),
  router: nullish(addressSchema),
  blockNumber: nullish(blockNumberSchema),
  blockHash: nullish(hexSchema),
  inputAmountUSD: nullableDecimal,
  outputAmountUSD: nullableDecimal,
  effectiveInputAmountUSD: nullableDecimal,
  effectiveOutputAmountUSD: nullableDecimal,
  estimatedNetSurplus: nullableDecimal,
  gasCostUSD: nullableDecimal,
  feeCostUSD: nullableDecimal,
  priceImpactBps: nullableDecimal,
  optimalityGapBps: nullableDecimal,
}

/** `result` of `POST /v1/price`: indicative, without calldata. `surgeValue` is an integer percent. */
export const priceResultSchema = object({
  ...commonEntries,
  surgeValue: surgeSchema,
})
/**
 * An indicative price (router, section 2). Amounts are base units as decimal strings; USD values,
 * `priceImpactBps` and `optimalityGapBps` decimal strings, null or absent when unknown;
 * `surgeValue` an integer percentage.
 * @example
 * const { value }: Answer<PriceResult> = await clients.router.price(request)
 * console.log(value.effectiveOutputAmount, value.minOutputAmount, value.gasCostUSD ?? 'unknown')
 */
export type PriceResult = v.InferOutput<typeof priceResultSchema>

/** Also accepts the text "200". */
export const statusOkSchema = v.pipe(
  v.picklist([200, '200']),
  v.transform(() => 200 as const),
)

/** The response envelope of `POST /v1/price`. */
export const priceResponseSchema = object({
  statusCode: statusOkSchema,
  result: priceResultSchema,
})

/** Error body of the router and of the exchange rates. */
export const statusErrorSchema = object({
  statusCode: v.number(),
  error: v.string(),
  // Additive: what the caller can do about it.
  message: v.optional(v.string()),
})
export type StatusError = v.InferOutput<typeof statusErrorSchema>
