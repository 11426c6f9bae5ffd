import type { CreateConnectorFn, Config as WagmiConfig } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import type { HostConnector } from '../config/types.ts'
import { anySignal } from '../lib/any-signal.ts'
import { toConnection } from './wallet-source.ts'

/** A session that a connector does not restore within this time counts as missing. */
const RESTORE_TIMEOUT_MS = 15_000

/** Connects through a connector of the host and replaces the current connection. */
export async function connectHosted(config: WagmiConfig, { load }: HostConnector): Promise<void> {
  const connector = await load()
  const previous = toConnection(config)
  await connect(config, { connector })
  if (previous) await disconnect(config, { connector: previous.connector })
}

export interface RestoreOptions {
  /** Aborted when the session is no longer wanted. */
  signal: AbortSignal
  /** True if the user chose another wallet or disconnected. */
  isReplaced: () => boolean
}

/**
 * Restores the session of a host's connector without a prompt; rejects without a session. Does not
 * use wagmi's `reconnect`, which serves one config of a page at a time and ignores the others, so
 * that a hanging one blocks the host's.
 */
export async function restoreHosted(
  config: WagmiConfig,
  { load }: HostConnector,
  { signal: unwanted, isReplaced }: RestoreOptions,
): Promise<void> {
  if (unwanted.aborted) return
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new Error('The connector did not respond in time')),
    RESTORE_TIMEOUT_MS,
  )
  const signal = anySignal(unwanted, limit.signal)
  try {
    const create = await untilAborted(Promise.resolve(load()), signal)
    await connect(config, { connector: restoring(create, { signal, isReplaced }) })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A connector that only restores a stored session, and after an abort neither connects nor emits.
 */
function restoring(create: CreateConnectorFn, { signal, isReplaced }: RestoreOptions): CreateConnectorFn {
  return (given) => {
    const emit: typeof given.emitter.emit = (...event) => {
      if (!signal.aborted) given.emitter.emit(...event)
    }
    const made = create({ ...given, emitter: Object.assign(Object.create(given.emitter), { emit }) })
    const takeUp: typeof made.connect = async function connectAgain(this: unknown, parameters) {
      if (!(await made.isAuthorized.call(this))) throw new Error('The connector has no stored session')
      signal.throwIfAborted()
      const connected = await made.connect.call(this, { ...parameters, isReconnecting: true })
      // The session is kept for the next page unless the user left it.
      if (signal.aborted && isReplaced()) await made.disconnect.call(this)
      signal.throwIfAborted()
      return connected as never
    }
    return {
      ...made,
      connect(parameters) {
        return untilAborted(takeUp.call(this, parameters), signal) as never
      },
    }
  }
}

/** The promise's value; rejects as soon as the signal is aborted. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([promise, aborted])
}
