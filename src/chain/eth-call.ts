import type { Address, Hex } from '../../wire/lib/address.ts'
import { object } from '../../wire/own-object.ts'
import { hexSchema } from '../../wire/primitives.ts'
import type { Http } from '../clients/http.ts'

const TIMEOUT_MS = 5_000
const resultSchema = object({ result: hexSchema })

/** Calls a contract on the latest block and resolves with the return data. */
export type EthCall = (call: { to: Address; data: Hex }) => Promise<Hex>

/** `eth_call` through a host's RPC URLs, tried in order. Rejects when all fail. */
export function createEthCall(
  http: Http,
  { rpcUrls, signal }: { rpcUrls: readonly string[]; signal?: AbortSignal | undefined },
): EthCall {
  return async (call) => {
    let failure: unknown
    for (const url of rpcUrls) {
      try {
        const { value } = await http({
          url,
          body: { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] },
          schema: resultSchema,
          timeoutMs: TIMEOUT_MS,
          retries: 0,
          signal,
        })
        return value.result
      } catch (error) {
        signal?.throwIfAborted()
        failure = error
      }
    }
    throw failure
  }
}
