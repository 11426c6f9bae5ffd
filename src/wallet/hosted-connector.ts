import type { CreateConnectorFn, Config as WagmiConfig } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import type { HostConnector } from '../config/types.ts'
import { sleep } from '../lib/sleep.ts'
import { toConnection } from './wallet-source.ts'

/** A session that a connector has not taken up by then counts as none. */
const RESTORE_TIMEOUT_MS = 15_000

/** Connects by a connector of the host, in place of the connection there was. */
export async function connectHosted(config: WagmiConfig, { load }: HostConnector): Promise<void> {
  const connector = await load()
  const previous = toConnection(config)
  await connect(config, { connector })
  if (previous) await disconnect(config, { connector: previous.connector })
}

/**
 * Takes up the session that a connector of the host has kept; rejects where there is none. Nobody is asked. Not by wagmi's
 * `reconnect`: of all configs in a page it serves one at a time and ignores the others, and one that hangs stops the host's.
 */
export async function restoreHosted(config: WagmiConfig, { load }: HostConnector): Promise<void> {
  await connect(config, { connector: restoring(await load()) })
}

/** A connector that only takes up what it has kept. */
function restoring(create: CreateConnectorFn): CreateConnectorFn {
  return (given) => {
    const made = create(given)
    const takeUp: typeof made.connect = async function connectAgain(this: unknown, parameters) {
      if (!(await made.isAuthorized.call(this))) throw new Error('The connector has kept no session')
      return made.connect.call(this, { ...parameters, isReconnecting: true }) as never
    }
    return {
      ...made,
      connect(parameters) {
        const late = sleep(RESTORE_TIMEOUT_MS).then(() => {
          throw new Error('The connector does not answer')
        })
        return Promise.race([takeUp.call(this, parameters), late]) as never
      },
    }
  }
}
