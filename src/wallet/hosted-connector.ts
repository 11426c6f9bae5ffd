import type { Config as WagmiConfig } from 'wagmi'
import { connect, disconnect, reconnect } from 'wagmi/actions'
import type { HostConnector } from '../config/types.ts'
import { toConnection } from './wallet-source.ts'

/** Connects by a connector of the host, in place of the connection there was. */
export async function connectHosted(config: WagmiConfig, { load }: HostConnector): Promise<void> {
  const connector = await load()
  const previous = toConnection(config)
  await connect(config, { connector })
  if (previous) await disconnect(config, { connector: previous.connector })
}

/** Takes up the session that a connector of the host has kept, if there is one. Nobody is asked. */
export async function restoreHosted(config: WagmiConfig, { load }: HostConnector): Promise<void> {
  await reconnect(config, { connectors: [await load()] })
}
