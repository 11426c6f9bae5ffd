import type { Client } from 'viem'
import type { Connector, Config as WagmiConfig } from 'wagmi'
import { sendTransaction } from 'wagmi/actions'
import type { Hex } from '../../wire/lib/address.ts'
import type { HostProvider } from '../config/types.ts'
import type { TransactionRequest } from './types.ts'

/** Requests signing and sending from the wallet behind a connector. */
export function sendRequest(
  config: WagmiConfig,
  connector: Connector,
  { chainId, from, to, data, value, gas, nonce, fees }: TransactionRequest,
): Promise<Hex> {
  // Lower case, because viem rejects mixed case with a wrong checksum, which a catalogue may
  // contain. The type allows only the chains of a wagmi config; the widget may use others.
  const request = {
    account: from,
    chainId,
    connector: asksOnce(connector),
    to: to.toLowerCase(),
    data,
    value,
    gas,
    ...(nonce !== undefined && { nonce }),
    ...fees,
  }
  return sendTransaction(config, request as Parameters<typeof sendTransaction>[1])
}

/** JSON-RPC codes by which a wallet rejects this method or its parameters. */
const NOT_TAKEN: ReadonlySet<unknown> = new Set([-32_601, -32_602, -32_004])

/** This error makes viem throw the previous response. */
const ASKED_ALREADY = { code: -32_601, name: 'MethodNotFoundRpcError' }

/**
 * Wraps a connector so that the wallet receives one send request. viem retries with
 * `wallet_sendTransaction` after errors that nodes also return for sent transactions, which could
 * send a second one.
 */
function asksOnce(connector: Connector): Connector {
  const { getClient } = connector
  const guarded: Partial<Connector> = {
    getProvider: async () => sendsOnce((await connector.getProvider()) as HostProvider),
    ...(getClient && { getClient: async (given) => clientSendsOnce(await getClient.call(connector, given)) }),
  }
  return new Proxy(connector, {
    get(target, name) {
      if (Object.hasOwn(guarded, name)) return guarded[name as keyof Connector]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Wraps a connector's own client in the same way. Its `sendTransaction` would bypass the wrapper,
 * so wagmi's is used, unless the account signs without the wallet, like a smart account.
 */
function clientSendsOnce(client: Client): Client {
  if (client.account?.type !== 'json-rpc') return client
  const { request } = sendsOnce(client as unknown as HostProvider)
  return Object.assign({}, client, { request, sendTransaction: undefined })
}

function sendsOnce(provider: HostProvider): HostProvider {
  let mayBeSent = false
  return {
    async request(args) {
      if (!args.method.endsWith('_sendTransaction')) return provider.request(args)
      if (mayBeSent)
        throw Object.assign(new Error('The wallet has already received the request'), ASKED_ALREADY)
      try {
        return await provider.request(args)
      } catch (error) {
        mayBeSent = !(error instanceof Object && 'code' in error && NOT_TAKEN.has(error.code))
        throw error
      }
    },
  }
}
