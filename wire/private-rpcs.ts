import * as v from 'valibot'
import { object } from './own-object.ts'
import { networkIdSchema } from './primitives.ts'

/**
 * `GET /private-rpcs`: RPCs that keep a transaction out of the public mempool, for wallets to send
 * through.
 */
export const privateRpcsResponseSchema = object({
  privateRpcs: v.array(object({ chainID: v.string(), networkID: networkIdSchema, url: v.string() })),
})
/**
 * The response of `GET /private-rpcs`: RPCs by chain. The operator of an RPC sees each transaction
 * sent through it, and can withhold it or respond falsely, so show only RPCs that you know.
 * @example
 * const { value }: { value: PrivateRpcsResponse } = await clients.router.privateRpcs()
 * console.log(value.privateRpcs.map(({ chainID, url }) => `${chainID}: ${url}`))
 */
export type PrivateRpcsResponse = v.InferOutput<typeof privateRpcsResponseSchema>
