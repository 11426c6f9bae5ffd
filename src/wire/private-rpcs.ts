import * as v from 'valibot'
import { parseUrl } from '../lib/parse-url.ts'
import { networkIdSchema } from './primitives.ts'

/** `GET /private-rpcs`: RPCs that keep a transaction out of the public mempool, for wallets to send through. */
export const privateRpcsResponseSchema = v.object({
  privateRpcs: v.array(v.object({ chainID: v.string(), networkID: networkIdSchema, url: v.string() })),
})
/**
 * The response of `GET /private-rpcs`: RPCs by chain. Whoever runs one sees what is sent through it, and can hold it back or answer
 * falsely: show only those that you know.
 * @example
 * const { value }: { value: PrivateRpcsResponse } = await clients.router.privateRpcs()
 * console.log(value.privateRpcs.map(({ chainID, url }) => `${chainID}: ${url}`))
 */
export type PrivateRpcsResponse = v.InferOutput<typeof privateRpcsResponseSchema>

/** Whether an RPC that the page names is among those that the service offers. URLs that mean the same are the same. */
export function offersRpc(
  offered: PrivateRpcsResponse['privateRpcs'],
  { chainId, url }: { chainId: number; url: string },
): boolean {
  const { href } = new URL(url)
  return offered.some((rpc) => rpc.networkID === chainId && parseUrl(rpc.url)?.href === href)
}
