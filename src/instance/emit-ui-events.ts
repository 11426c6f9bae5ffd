import type { Address } from '../../wire/lib/address.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { PageName } from '../events/types.ts'
import type { FormState, FormStore, NavigationStore, Store } from '../store/types.ts'
import type { WalletPort } from '../wallet/types.ts'
import type { ReviewState } from './types.ts'

const fields = [
  'inputChainId',
  'inputToken',
  'outputChainId',
  'outputToken',
  'inputAmount',
  'outputAmount',
  'recipient',
] as const satisfies (keyof FormState)[]

const SELECTIONS = [
  ['input', 'sourceChainTokenSelected'],
  ['output', 'destinationChainTokenSelected'],
] as const

/**
 * Emits an event for each changed field, for a selected token and for a toggled recipient. Returns
 * the unsubscribe function.
 */
export function emitFormEvents(form: Store<FormStore>, events: OwnedEventBus): () => void {
  return form.subscribe((now, before) => {
    for (const fieldName of fields) {
      if (now[fieldName] === before[fieldName]) continue
      events.emit('formFieldChanged', {
        fieldName,
        newValue: now[fieldName] ?? null,
        oldValue: before[fieldName] ?? null,
      })
    }
    if (now.sendsToRecipient !== before.sendsToRecipient) {
      events.emit('sendToWalletToggled', now.sendsToRecipient)
    }
    for (const [side, event] of SELECTIONS) {
      const [chain, token] = [`${side}ChainId`, `${side}Token`] as const
      const tokenAddress = now[token]
      if (!tokenAddress || (tokenAddress === before[token] && now[chain] === before[chain])) continue
      events.emit(event, { chainId: now[chain], tokenAddress })
    }
  })
}

/**
 * Emits an event for each page entered. The first is emitted a microtask after mounting, because
 * hosts subscribe in the effects of parent components, which run later. Returns the unsubscribe
 * function.
 */
export function emitNavigationEvents(
  { navigation, review }: { navigation: Store<NavigationStore>; review: Store<ReviewState> },
  events: OwnedEventBus,
): () => void {
  const emitPage = (page: PageName) => {
    events.emit('pageEntered', page)
    if (page !== 'review') return
    events.emit('reviewPageEntered', review.getState().route)
  }
  const unsubscribe = navigation.subscribe((now, before) => {
    if (getPage(now) !== getPage(before)) emitPage(getPage(now))
  })
  return runSoon(() => emitPage(getPage(navigation.getState())), unsubscribe)
}

/**
 * Runs a function a microtask later, unless the returned function was called before. The returned
 * function also unsubscribes.
 */
function runSoon(run: () => void, unsubscribe: () => void): () => void {
  let isEnded = false
  queueMicrotask(() => {
    if (!isEnded) run()
  })
  return () => {
    isEnded = true
    unsubscribe()
  }
}

function getPage({ stack }: NavigationStore): PageName {
  return stack.at(-1) ?? stack[0]
}

/**
 * Emits one event for each account that becomes connected. For an account connected before
 * mounting, it is emitted a microtask later, when the host's own effects have subscribed. Returns
 * the unsubscribe function.
 */
export function emitWalletEvents(wallet: WalletPort, events: OwnedEventBus): () => void {
  let emitted: Address | undefined
  const emitConnection = () => {
    const { status, address, chainId } = wallet.getState()
    const connected = status === 'connected' ? address : undefined
    // In intermediate states (reconnecting, switching chains) the account is unknown.
    if (connected === emitted || (status !== 'connected' && status !== 'disconnected')) return
    emitted = connected
    if (!connected) return
    events.emit('walletConnected', {
      address: connected,
      ...(chainId !== undefined && { chainId }),
      chainType: 'EVM',
    })
  }
  return runSoon(emitConnection, wallet.subscribe(emitConnection))
}
