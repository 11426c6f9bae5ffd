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
import { object } from './own-object.ts'
import { addressSchema, requestAmountSchema, requestBpsSchema } from './primitives.ts'

export const orderTypeSchema = v.picklist(['SELL', 'BUY'])

/** `uniswap_v3` and `uniswap-v3` are the same module. */
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
 * Body of `POST /v1/price` and `POST /v1/quote` (router, section 2). Amounts are base units;
 * `slippage` and `partnerFee` basis points; `deadlineSeconds` seconds.
 */
export const priceRequestSchema = object({
  /** A name, an alias, or the network id, which clients also send here. */
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
/**
 * The body of a price and of a quote (router, section 2), as sent. Amounts are base units;
 * `slippage` and `partnerFee` basis points; `deadlineSeconds` seconds, default 120. A `SELL`
 * (default) needs `inputAmount`, a `BUY` `outputAmount`, and each needs `chainID` or `networkID`.
 * @example
 * const request: PriceRequest = {
 *   chainID: 'ethereum',
 *   inputToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
 *   outputToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   inputAmount: '1000000000000000000',
 *   userAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
 *   outputReceiver: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
 *   uniquePID: 'my-dapp',
 *   slippage: 50,
 * }
 */
export type PriceRequest = v.InferInput<typeof priceRequestSchema>
/** A request as parsed by the service: defaults filled in, amounts as canonical decimal strings. */
export type ParsedPriceRequest = v.InferOutput<typeof priceRequestSchema>
