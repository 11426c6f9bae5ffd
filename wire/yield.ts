import * as v from 'valibot'
import { object } from './own-object.ts'
import { addressSchema, looseNumberSchema } from './primitives.ts'

/** Base units as an integer or digits; zero allowed. */
const inputAmount = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,77})$/)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ]),
  v.transform((value) => BigInt(value).toString()),
)

const poolEntries = {
  pool_address: v.optional(addressSchema),
  lp_token_address: v.optional(addressSchema),
  chain: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  input_token: v.optional(addressSchema),
}

/**
 * Bodies of the three POST endpoints (yield, section 2). The service checks that exactly one of
 * pool and LP token is set.
 */
export const historicalApyRequestSchema = object(poolEntries)
export const dilutedApyRequestSchema = object({ ...poolEntries, input_amount: inputAmount })
export const tvlRequestSchema = object(poolEntries)
/**
 * The body of `POST /historical-apy` (yield, section 2): exactly one of `pool_address` and
 * `lp_token_address`; `input_token` defaults to the first underlying token of the pool.
 * @example
 * const body: HistoricalApyRequest = {
 *   lp_token_address: '0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c',
 *   chain: 'ethereum',
 * }
 */
export type HistoricalApyRequest = v.InferInput<typeof historicalApyRequestSchema>
/**
 * The body of `POST /diluted-apy` (yield, section 2): as for the historical APY, with
 * `input_amount` in base units of the input token.
 * @example
 * const body: DilutedApyRequest = {
 *   lp_token_address: '0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c',
 *   chain: 'ethereum',
 *   input_amount: '1000000000',
 * }
 */
export type DilutedApyRequest = v.InferInput<typeof dilutedApyRequestSchema>
/**
 * The body of `POST /tvl` (yield, section 2): exactly one of `pool_address` and `lp_token_address`.
 * @example
 * const body: TvlRequest = { pool_address: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', chain: 'ethereum' }
 */
export type TvlRequest = v.InferInput<typeof tvlRequestSchema>

const figure = looseNumberSchema
/** The name of a chain. Also accepts its network id as a number. */
const networkId = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
/**
 * A percentage. Also accepts an object with several, of which the one after the protocol's fees is
 * used.
 */
const apy = v.union([
  figure,
  v.pipe(
    object({ net_apy: figure }),
    v.transform(({ net_apy }) => net_apy),
  ),
  v.pipe(
    object({ apy: figure }),
    v.transform((read) => read.apy),
  ),
])

const historicYield = object({
  apy,
  pool_address: addressSchema,
  network_id: networkId,
  input_token: addressSchema,
})
const dilutedYield = object({
  ...historicYield.entries,
  input_amount: v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.transform(String))]),
})
/** `tvl` is in USD. */
const tvl = object({
  tvl: figure,
  // Additive: the same value.
  tvl_usd: v.optional(figure),
  pool_address: addressSchema,
  network_id: networkId,
})

type Nested<Key extends string, Inner extends v.GenericSchema> = { success: true } & Record<
  Key,
  v.InferOutput<Inner>
>

/** The service returns nested fields; the client also accepts them at top level. */
function nestedOrFlat<Key extends string, Entries extends v.ObjectEntries>(
  key: Key,
  inner: v.ObjectSchema<Entries, undefined>,
): v.GenericSchema<unknown, Nested<Key, typeof inner>> {
  const success = v.literal(true)
  const schema = v.union([
    object({ success, [key]: inner }),
    v.pipe(
      object({ ...inner.entries, success }),
      v.transform(({ success: ok, ...fields }) => ({ success: ok, [key]: fields })),
    ),
  ])
  return schema as unknown as v.GenericSchema<unknown, Nested<Key, typeof inner>>
}

export const historicalApyResponseSchema = nestedOrFlat('historic_yield', historicYield)
export const dilutedApyResponseSchema = nestedOrFlat('diluted_yield', dilutedYield)
export const tvlResponseSchema = nestedOrFlat('tvl', tvl)
/**
 * The APY of the recent past as a percentage: 4.21 is 4.21 %. `network_id` is the name of the chain.
 * @example
 * const label = ({ apy }: HistoricYield) => `${apy.toFixed(2)} % APY`
 */
export type HistoricYield = v.InferOutput<typeof historicYield>
/**
 * The APY after a deposit of `input_amount` base units, as a percentage.
 * @example
 * const label = ({ apy, input_amount }: DilutedYield) => `${apy.toFixed(2)} % APY after ${input_amount}`
 */
export type DilutedYield = v.InferOutput<typeof dilutedYield>
/**
 * The total value locked in a pool, in US dollars.
 * @example
 * const label = ({ tvl }: Tvl) => `$${Math.round(tvl).toLocaleString('en')}`
 */
export type Tvl = v.InferOutput<typeof tvl>

export const activeProtocolsResponseSchema = object({
  success: v.boolean(),
  chains: v.record(v.string(), v.array(v.string())),
  total_chains: v.number(),
  total_unique_protocols: v.number(),
  timestamp: v.string(),
})

export const healthCheckResponseSchema = object({
  success: v.boolean(),
  status: v.picklist(['healthy', 'unhealthy']),
  checks: v.record(
    v.string(),
    object({ ok: v.boolean(), value: v.unknown(), limit: v.optional(v.unknown()) }),
  ),
  timestamp: v.string(),
})

export const metricsResponseSchema = object({
  success: v.boolean(),
  request_metrics: object({
    total_requests: v.number(),
    cache_hit_rate_percent: v.number(),
    error_rate_percent: v.number(),
    avg_response_time_seconds: v.number(),
  }),
  system_metrics: object({
    /**
     * The usage that counts towards the limit: the lesser of the machine's and this process's own.
     */
    cpu_usage_percent: v.number(),
    host_cpu_usage_percent: v.optional(v.number()),
    memory_usage_percent: v.number(),
    pending_tasks: v.number(),
    cache_size: v.number(),
    uptime_seconds: v.number(),
  }),
})

export const systemMetricsResponseSchema = object({
  success: v.boolean(),
  system_metrics: object({
    /**
     * The usage that counts towards the limit: the lesser of the machine's and this process's own.
     */
    cpu_usage_percent: v.number(),
    host_cpu_usage_percent: v.optional(v.number()),
    memory_usage_percent: v.number(),
    disk_usage_percent: v.number(),
    disk_read_bytes: v.number(),
    disk_write_bytes: v.number(),
    active_tasks: v.number(),
    uptime_seconds: v.number(),
  }),
})

export const yieldErrorSchema = object({
  success: v.literal(false),
  error: v.string(),
  error_type: v.picklist([
    'validation_error',
    'calculation_failed',
    'internal_error',
    'startup_error',
    'resource_exhaustion',
  ]),
  step: v.optional(v.string()),
  request_id: v.optional(v.string()),
})
