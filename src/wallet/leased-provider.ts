import type { HostProvider } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { SOURCE } from './prompt-slot.ts'
import { readAccounts, readChainId, toQuantity } from './wallet-values.ts'

export interface LeasedProvider {
  provider: Required<HostProvider> & { readonly [SOURCE]: HostProvider }
  /** Removes every listener added to the wallet through this lease. */
  release(): void
}

type Listener = Parameters<NonNullable<HostProvider['on']>>[1]

interface Added {
  event: string
  listener: Listener
  /** The listener as registered with the wallet. */
  wrapped: (payload: unknown) => void
}

/**
 * Wraps a wallet's provider for one instance. `release` removes every listener of that instance.
 * Accounts and chain ids are normalized, and no listener throws inside the wallet's emitter.
 */
export function leaseProvider(source: HostProvider): LeasedProvider {
  let added: Added[] = []

  async function request(args: Parameters<HostProvider['request']>[0]): Promise<unknown> {
    return normalize(args.method, await source.request(args))
  }

  function add(event: string, listener: Listener): void {
    let events = 0
    const wrapped = (payload: unknown) => {
      if (!added.includes(entry)) return
      events += 1
      const current = events
      const deliver = (value: unknown) => {
        if (added.includes(entry) && events === current) call(listener, value)
      }
      const readable = toPayload(event, payload)
      if (readable !== undefined || !Object.hasOwn(REREAD, event)) return deliver(readable ?? payload)
      // An unreadable payload only signals a change.
      reread(event).then(deliver, () => {})
    }
    const entry: Added = { event, listener, wrapped }
    added.push(entry)
    attempt(() => source.on?.(event, wrapped))
  }

  async function reread(event: string): Promise<unknown> {
    return toPayload(event, await request({ method: REREAD[event] ?? '' }))
  }

  function remove({ event, wrapped }: Added): void {
    attempt(() => source.removeListener?.(event, wrapped))
  }

  return {
    provider: {
      [SOURCE]: source,
      request,
      on: add,
      removeListener(event, listener) {
        const found = added.filter((entry) => entry.event === event && entry.listener === listener)
        added = added.filter((entry) => !found.includes(entry))
        found.forEach(remove)
      },
    },
    release() {
      const all = added
      added = []
      all.forEach(remove)
    },
  }
}

/** The request that returns the value of an event. */
const REREAD: Readonly<Record<string, string>> = {
  accountsChanged: 'eth_accounts',
  chainChanged: 'eth_chainId',
  connect: 'eth_chainId',
}

/** The payload of an event in the format of EIP-1193; undefined if it cannot be read. */
function toPayload(event: string, payload: unknown): unknown {
  if (event === 'accountsChanged') return readAccounts(payload)
  const chainId = readChainId(payload)
  if (chainId === undefined) return undefined
  const hex = toQuantity(chainId)
  if (event === 'chainChanged') return hex
  return event === 'connect' ? { chainId: hex } : undefined
}

/** The response in the format of EIP-1193. Throws `WALLET_ERROR` if it cannot be read. */
function normalize(method: string, response: unknown): unknown {
  const unreadable = () =>
    new SluiceError('WALLET_ERROR', { details: `${method} returned ${String(response)}` })
  if (method === 'eth_chainId') {
    const chainId = readChainId(response)
    if (chainId === undefined) throw unreadable()
    return toQuantity(chainId)
  }
  if (method !== 'eth_accounts' && method !== 'eth_requestAccounts') return response
  const accounts = readAccounts(response)
  if (!accounts || (method === 'eth_requestAccounts' && accounts.length === 0)) throw unreadable()
  return accounts
}

/** Calls a listener, which can be asynchronous. Its errors do not concern the wallet. */
function call(listener: Listener, payload: unknown): void {
  attempt(() => Promise.resolve(listener(payload as never)).catch(() => {}))
}

function attempt(run: () => unknown): void {
  try {
    run()
  } catch {}
}
