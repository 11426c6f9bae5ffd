import * as v from 'valibot'
import { object, ownFields } from './own-object.ts'
import { networkIdSchema } from './primitives.ts'

/** `GET /liquidity`: the modules with a healthy pool, by chain name. */
export const liquidityResponseSchema = object({
  chains: v.array(
    object({
      chainID: v.string(),
      networkID: networkIdSchema,
    }),
  ),
  liquidityModules: v.pipe(v.record(v.string(), v.array(v.string())), v.transform(ownFields)),
})
/**
 * The response of `GET /liquidity`: chains by name and network id, and the module ids of each chain
 * that has a healthy pool.
 * @example
 * const { value }: { value: LiquidityResponse } = await clients.router.liquidity()
 * console.log(value.liquidityModules.ethereum)
 */
export type LiquidityResponse = v.InferOutput<typeof liquidityResponseSchema>
