import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { PageName } from '../events/types.ts'
import type { SwapIntent } from '../execution/machine/types.ts'
import { routeOfIntent } from '../execution/route.ts'
import type { Address } from '../lib/address.ts'
import type {
  FormState,
  FormStore,
  NavigationStore,
  SettingsState,
  SettingsStore,
  Store,
} from '../store/types.ts'
import type { WalletPort } from '../wallet/types.ts'

const fields = [
  'inputChainId',
  'inputToken',
  'outputChainId',
  'outputToken',
  'inputAmount',
] as const satisfies (keyof FormState)[]

/** Tells each changed field, and a chosen token once more under its own name. Returns the function that ends it. */
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
    if (
      now.inputToken &&
      (now.inputToken !== before.inputToken || now.inputChainId !== before.inputChainId)
    ) {
      events.emit('sourceChainTokenSelected', { chainId: now.inputChainId, tokenAddress: now.inputToken })
    }
    if (
      now.outputToken &&
      (now.outputToken !== before.outputToken || now.outputChainId !== before.outputChainId)
    ) {
      events.emit('destinationChainTokenSelected', {
        chainId: now.outputChainId,
        tokenAddress: now.outputToken,
      })
    }
  })
}

const settingNames = ['slippageBps', 'theme'] as const satisfies (keyof SettingsState)[]

/** Tells each changed setting. Returns the function that ends it. */
export function emitSettingsEvents(settings: Store<SettingsStore>, events: OwnedEventBus): () => void {
  return settings.subscribe((now, before) => {
    for (const setting of settingNames) {
      if (now[setting] === before[setting]) continue
      events.emit('settingUpdated', {
        setting,
        newValue: now[setting],
        oldValue: before[setting],
        newSettings: getValues(now),
        oldSettings: getValues(before),
      })
    }
  })
}

function getValues(settings: SettingsState): Record<string, unknown> {
  return Object.fromEntries(settingNames.map((name) => [name, settings[name]]))
}

/**
 * Tells each page entered. The first is told a microtask after mounting: hosts subscribe in the effects of
 * components around ours, which run later. Returns the function that ends it.
 */
export function emitNavigationEvents(
  {
    navigation,
    review,
  }: { navigation: Store<NavigationStore>; review: Store<{ intent: SwapIntent | undefined }> },
  events: OwnedEventBus,
): () => void {
  const tell = (page: PageName) => {
    events.emit('pageEntered', page)
    if (page !== 'review') return
    const { intent } = review.getState()
    events.emit('reviewPageEntered', intent && routeOfIntent(intent))
  }
  let isEnded = false
  queueMicrotask(() => {
    if (!isEnded) tell(getPage(navigation.getState()))
  })
  const end = navigation.subscribe((now, before) => {
    if (getPage(now) !== getPage(before)) tell(getPage(now))
  })
  return () => {
    isEnded = true
    end()
  }
}

function getPage({ stack }: NavigationStore): PageName {
  return stack.at(-1) ?? stack[0]
}

/**
 * Tells each account that becomes connected, once; one that is connected already, a microtask after mounting,
 * when the host's own effects have subscribed. Returns the function that ends it.
 */
export function emitWalletEvents(wallet: WalletPort, events: OwnedEventBus): () => void {
  let told: Address | undefined
  const tell = () => {
    const { status, address, chainId } = wallet.getState()
    const connected = status === 'connected' ? address : undefined
    // On the way (reconnecting, switching chains) nothing is known to have changed.
    if (connected === told || (status !== 'connected' && status !== 'disconnected')) return
    told = connected
    if (!connected) return
    events.emit('walletConnected', {
      address: connected,
      ...(chainId !== undefined && { chainId }),
      chainType: 'EVM',
    })
  }
  let isEnded = false
  const end = wallet.subscribe(tell)
  queueMicrotask(() => {
    if (!isEnded) tell()
  })
  return () => {
    isEnded = true
    end()
  }
}
