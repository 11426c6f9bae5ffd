import type { Transport } from 'viem'
import { stringifyJson } from '../lib/stringify-json.ts'
import { custom, getHttpRpcClient, RpcRequestError } from './viem.ts'

/**
 * viem's HTTP transport without redirects. It serializes each request again, because viem calls a
 * `toJSON` that an old library has added to the prototype of arrays or objects.
 */
export function httpTransport(
  url: string,
  { timeout, retryCount }: { timeout: number; retryCount: number },
): Transport {
  const rpc = getHttpRpcClient(url, { timeout, fetchOptions: { redirect: 'error' } })
  async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const body = { method, params }
    const text = stringifyJson({ jsonrpc: '2.0', id: 1, ...body })
    const { error, result } = await rpc.request({
      body,
      fetchFn: (input, init) => fetch(input, { ...init, body: text }),
    })
    if (error) throw new RpcRequestError({ body, error, url })
    return result
  }
  return custom({ request }, { key: 'http', retryCount })
}
