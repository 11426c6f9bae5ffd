import * as v from 'valibot'
import {
  MAX_DEADLINE_SECONDS,
  MAX_MODULE_IDS,
  MAX_PARTNER_FEE_BPS,
  MAX_SLIPPAGE_BPS,
  MIN_DEADLINE_SECONDS,
  MODULE_ID_PATTERN,
  PID_PATTERN,
} from './limits.ts'
import {
  addressSchema,
  amountSchema,
  decimalSchema,
  hexSchema,
  requestAmountSchema,
  requestBpsSchema,
  responseTokenSchema,
} from './primitives.ts'

export const orderTypeSchema = v.picklist(['SELL', 'BUY'])

/** `uniswap_v3` and `uniswap-v3` name the same module. */
const moduleIds = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.regex(MODULE_ID_PATTERN),
      v.transform((id) => id.replaceAll('_', '-')),
    ),
  ),
  v.maxLength(MAX_MODULE_IDS),
)

/**
 * Body of `POST /v1/price` and `POST /v1/quote` (router, section 2).
 * Amounts are base units; `slippage` and `partnerFee` basis points; `deadlineSeconds` seconds.
 */
export const priceRequestSchema = v.object({
  /** A name, an alias, or the network id, which clients also write here. */
  chainID: v.optional(
    v.pipe(
      v.union([
        v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
        v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      ]),
      v.transform(String),
    ),
  ),
  networkID: v.optional(
    v.pipe(
      v.union([
        v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}$/)),
        v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      ]),
      v.transform(Number),
    ),
  ),
  inputToken: addressSchema,
  outputToken: addressSchema,
  orderType: v.optional(orderTypeSchema, 'SELL'),
  inputAmount: v.optional(requestAmountSchema),
  outputAmount: v.optional(requestAmountSchema),
  userAddress: addressSchema,
  outputReceiver: addressSchema,
  uniquePID: v.pipe(v.string(), v.regex(PID_PATTERN)),
  computeEstimate: v.optional(v.boolean(), true),
  computeStable: v.optional(v.boolean(), false),
  surgeProtection: v.optional(v.boolean(), false),
  isPartialFill: v.optional(v.boolean(), false),
  isPermit2: v.optional(v.boolean(), false),
  fastMode: v.optional(v.boolean(), false),
  slippage: v.optional(requestBpsSchema(MAX_SLIPPAGE_BPS)),
  partnerFee: v.optional(requestBpsSchema(MAX_PARTNER_FEE_BPS), 0),
  partnerAddress: v.optional(addressSchema),
  activateSurplusFee: v.optional(v.boolean(), false),
  modulesFilter: v.optional(moduleIds, []),
  modulesDisabled: v.optional(moduleIds, []),
  deadlineSeconds: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(MIN_DEADLINE_SECONDS), v.maxValue(MAX_DEADLINE_SECONDS)),
    120,
  ),
})
/** A request as sent. */
export type PriceRequest = v.InferInput<typeof priceRequestSchema>
/** A request as parsed by the service: defaults filled in, amounts as canonical decimal strings. */
export type ParsedPriceRequest = v.InferOutput<typeof priceRequestSchema>

const moduleSchema = v.object({
  module: v.string(),
  name: v.string(),
  kind: v.picklist(['dex', 'lending', 'wrap']),
  portionBps: v.number(),
  path: v.array(responseTokenSchema),
  // Additive: what this hop takes and gives, in base units of its own tokens.
  amountIn: v.optional(amountSchema),
  amountOut: v.optional(amountSchema),
})
export type LiquidityModule = v.InferOutput<typeof moduleSchema>

/** Also read: a plain module id, and objects of any other shape: the document leaves it open. */
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

const nullableDecimal = v.optional(v.nullable(decimalSchema))

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
  settlementFee: v.optional(amountSchema),
  maxInputAmount: v.optional(amountSchema),
  router: v.optional(addressSchema),
  blockNumber: v.optional(v.pipe(v.number(), v.safeInteger())),
  blockHash: v.optional(hexSchema),
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
export const priceResultSchema = v.object({
  ...commonEntries,
  surgeValue: v.optional(v.nullable(v.pipe(v.number(), v.integer()))),
})
export type PriceResult = v.InferOutput<typeof priceResultSchema>

/** The response envelope of `POST /v1/price`. */
export const priceResponseSchema = v.object({ statusCode: v.literal(200), result: priceResultSchema })

/** Error body of the router and of the exchange rates. */
export const statusErrorSchema = v.object({ statusCode: v.number(), error: v.string() })
export type StatusError = v.InferOutput<typeof statusErrorSchema>
