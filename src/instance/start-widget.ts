import type { OwnedEventBus } from '../events/create-event-bus.ts'
import { emitFormEvents } from './emit-form-events.ts'
import { emitHighValueLoss } from './emit-high-value-loss.ts'
import { emitNavigationEvents } from './emit-navigation-events.ts'
import { emitSettingsEvents } from './emit-settings-events.ts'
import { emitWalletEvents } from './emit-wallet-events.ts'
import { keepSettings } from './keep-settings.ts'
import { leaveReviewOnAccountChange } from './leave-review-on-account-change.ts'
import { refreshBalances } from './refresh-balances.ts'
import type { Widget } from './types.ts'
import type { OwnedWalletPort } from './wallet-port.ts'

/** Starts everything a mounted widget does by itself. Returns the function that stops all of it. */
export function startWidget(
  widget: Widget,
  { wallet, events }: { wallet: OwnedWalletPort; events: OwnedEventBus },
): () => void {
  const { queryClient, execution, key } = widget
  queryClient.mount()
  const ends = [
    // First, so that what was kept is not told as a change.
    keepSettings(widget.settings, widget.config),
    emitFormEvents(widget.form, events),
    emitSettingsEvents(widget.settings, events),
    emitNavigationEvents(widget, events),
    emitHighValueLoss(widget, events),
    emitWalletEvents(wallet, events),
    refreshBalances(widget, key),
    leaveReviewOnAccountChange(widget),
  ]
  wallet.start()

  return () => {
    for (const end of ends) end()
    wallet.destroy()
    // A transaction that is out is watched on: its end is still told, and shown where the widget comes back.
    if (execution.getState().stage !== 'watching') execution.dismiss()
    const own = { queryKey: ['sluice', key] }
    void queryClient.cancelQueries(own)
    queryClient.removeQueries(own)
    queryClient.unmount()
  }
}
