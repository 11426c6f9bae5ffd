import { getTypesForEIP712Domain } from 'viem'
import type { Connector, Config as WagmiConfig } from 'wagmi'
import { getConnectorClient } from 'wagmi/actions'
import type { Hex } from '../../wire/lib/address.ts'
import { stringifyJson } from '../lib/stringify-json.ts'
import type { TypedDataRequest } from './types.ts'

/**
 * Requests a signature of typed data. Serializes the data here, because viem calls a `toJSON` that
 * an old library has added to the prototype of arrays or objects.
 */
export async function signTypedData(
  config: WagmiConfig,
  connector: Connector,
  { from, domain, types, primaryType, message }: Omit<TypedDataRequest, 'about'>,
): Promise<Hex> {
  const client = await getConnectorClient(config, { account: from, connector })
  const data = stringifyJson({
    domain,
    message: toJsonValue(message),
    primaryType,
    types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...types },
  })
  return client.request({ method: 'eth_signTypedData_v4', params: [from, data] }, { retryCount: 0 })
}

/** Writes integers as decimal texts. */
function toJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toJsonValue(field)]))
}
