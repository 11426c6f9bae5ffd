import type { Execution } from '../execution/machine/types.ts'
import type { WalletPort } from '../wallet/types.ts'

/**
 * Makes the browser confirm that the page is left while the wallet shows a request, whose response
 * would be lost, and while a transaction is pending that a later page cannot find because storage
 * is blocked. Returns a function that stops it.
 */
export function warnBeforeLeaving(
  execution: Pick<Execution, 'subscribe' | 'isWatching'>,
  wallet: Pick<WalletPort, 'subscribe' | 'getState'>,
): () => void {
  let isWarning = false
  const check = () => {
    set(wallet.getState().prompt !== undefined || (execution.isWatching() && !canStore()))
  }
  const unsubscribers = [wallet.subscribe(check), execution.subscribe(check)]
  check()

  // Subscribed only while needed, because pages with this listener are excluded from the
  // back/forward cache.
  function set(next: boolean): void {
    if (next === isWarning) return
    isWarning = next
    if (next) globalThis.addEventListener?.('beforeunload', onBeforeUnload)
    else globalThis.removeEventListener?.('beforeunload', onBeforeUnload)
  }

  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    set(false)
  }
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Browsers before 2023.
  event.returnValue = true
}

function canStore(): boolean {
  try {
    const name = 'sluice:probe'
    globalThis.localStorage.setItem(name, '1')
    globalThis.localStorage.removeItem(name)
    return true
  } catch {
    return false
  }
}
