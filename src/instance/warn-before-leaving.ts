import type { Execution } from '../execution/machine/types.ts'
import type { WalletPort } from '../wallet/types.ts'

/**
 * Lets the browser ask before the page is left: while the wallet shows a request, whose answer would reach nobody, and while
 * a transaction is pending that a later page could not find, because the browser stores nothing. Returns the function
 * that stops it.
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

  // Only while it is needed: pages with a listener load slower when one comes back to them.
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
