import * as v from 'valibot'
import { networkIdSchema } from './primitives.ts'

/** `GET /private-rpcs`: the RPCs through which a wallet can send without showing a transaction before it is mined. */
export const privateRpcsResponseSchema = v.object({
  privateRpcs: v.array(
    v.object({ chainID: v.string(), networkID: networkIdSchema, name: v.string(), url: v.string() }),
  ),
})
/**
 * The response of `GET /private-rpcs`: RPCs by chain, each with a displayed name. Whoever runs one sees what is sent through it: offer
 * only those whose hosts you trust.
 * @example
 * const { value }: { value: PrivateRpcsResponse } = await clients.router.privateRpcs()
 * console.log(value.privateRpcs.map(({ chainID, name, url }) => [chainID, name, url]))
 */
export type PrivateRpcsResponse = v.InferOutput<typeof privateRpcsResponseSchema>
