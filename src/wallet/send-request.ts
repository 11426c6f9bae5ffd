import type { Connector, Config as WagmiConfig } from 'wagmi'
import { sendTransaction } from 'wagmi/actions'
import type { Hex } from '../lib/address.ts'
import type { TransactionRequest } from './types.ts'

/** Asks the wallet behind a connector to sign and send. */
export function sendRequest(
  config: WagmiConfig,
  connector: Connector,
  { chainId, from, to, data, value, gas, nonce, fees }: TransactionRequest,
): Promise<Hex> {
  // Lower case: viem rejects mixed case with a wrong checksum, which a catalogue may contain.
  // The type allows only the chains of a wagmi config; the widget may use others.
  const request = {
    account: from,
    chainId,
    connector,
    to: to.toLowerCase(),
    data,
    value,
    gas,
    ...(nonce !== undefined && { nonce }),
    ...fees,
  }
  return sendTransaction(config, request as Parameters<typeof sendTransaction>[1])
}
