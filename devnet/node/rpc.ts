import type { Hex } from '../../wire/lib/address.ts'

export interface RpcCall {
  method: string
  params?: unknown[]
}

export interface Rpc {
  request<Result>(method: string, ...params: unknown[]): Promise<Result>
  /**
   * Sends many calls in one request. Returns results in the order of the calls; rejects with the
   * first error.
   */
  batch<Result>(calls: RpcCall[]): Promise<Result[]>
}

interface RpcAnswer {
  id: number
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** A minimal JSON-RPC client that sends the hundreds of setup calls in one request. */
export function createRpc(url: string): Rpc {
  async function batch<Result>(calls: RpcCall[]): Promise<Result[]> {
    if (calls.length === 0) return []
    const body = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answers = (await response.json()) as RpcAnswer[]
    const results: Result[] = []
    for (const { id, result, error } of answers) {
      if (error) throw new Error(`${calls[id]?.method}: ${error.message}`)
      results[id] = result as Result
    }
    return results
  }

  async function request<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const [result] = await batch<Result>([{ method, params }])
    return result as Result
  }

  return { request, batch }
}

export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}
