import type { Address } from '../../wire/lib/address.ts'

interface Call {
  method: string
  params: unknown[]
}

/** Sends a batch of JSON-RPC requests. The result of a failed request is undefined. */
export async function rpcBatch(
  url: string,
  calls: Call[],
  signal?: AbortSignal,
): Promise<(string | undefined)[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    ...(signal && { signal }),
  })
  const responses = (await response.json()) as { id: number; result?: string }[]
  return calls.map((_, id) => responses.find((each) => each.id === id)?.result)
}

export function nativeBalance(account: Address): Call {
  return { method: 'eth_getBalance', params: [account, 'latest'] }
}

export function tokenBalance(token: Address, account: Address): Call {
  const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`
  return { method: 'eth_call', params: [{ to: token, data }, 'latest'] }
}
