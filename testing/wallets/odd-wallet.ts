import type { HostProvider } from '../../src/config/types.ts'
import type { DevWallet } from '../../src/testing/dev-wallet.ts'

type Listener = (payload: never) => void
type Request = Parameters<HostProvider['request']>[0]

/** How a wallet deviates from EIP-1193. Default: not at all. */
export interface OddBehavior {
  /** Replaces responses of the wallet, by method. `honest` calls the wallet. */
  answers?: Readonly<Record<string, (honest: () => Promise<unknown>, request: Request) => unknown>>
  /** Changes the payload of an event; `undefined` in place of the function drops the event. */
  events?: Readonly<Record<string, ((payload: unknown) => unknown) | undefined>>
  /** `false`: the provider has no `on`. `later`: it has one after `addListeners`. Default true. */
  on?: boolean | 'later'
  /** `false`: the provider has no `removeListener`. Default true. */
  removeListener?: boolean
}

export interface OddWallet {
  provider: HostProvider
  /** May be changed at any time. */
  behavior: OddBehavior
  /** Adds `on` to a provider that was created without it. */
  addListeners(): void
  /** Emits any payload. Throws if a listener throws, like the wallet's own emitter. */
  emit(event: string, payload: unknown): void
  /** The page's requests of one method. */
  asked(method: string): unknown[]
}

/** A wallet on a real chain with configured deviations from the standard, taken from public bug reports. */
export function createOddWallet(wallet: DevWallet, behavior: OddBehavior = {}): OddWallet {
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
  }
  for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
    wallet.provider.on(event, (payload: unknown) => {
      const { events = {} } = odd.behavior
      if (!(event in events)) return emit(event, payload)
      const change = events[event]
      if (change) emit(event, change(payload))
    })
  }
  const on: NonNullable<HostProvider['on']> = (event, listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener as Listener))
  }
  const provider: HostProvider = {
    async request(request) {
      const answer = odd.behavior.answers?.[request.method]
      const honest = () => wallet.provider.request(request)
      return answer ? answer(honest, request) : honest()
    },
  }
  const odd: OddWallet = {
    provider,
    behavior,
    addListeners: () => void Object.assign(provider, { on }),
    emit,
    asked: (method) => wallet.requests.filter((request) => request.method === method),
  }
  if (behavior.on === undefined || behavior.on === true) odd.addListeners()
  if (behavior.removeListener !== false) {
    provider.removeListener = (event, listener) => void listeners.get(event)?.delete(listener as Listener)
  }
  return odd
}
