import type { ResolvedConfig } from '../config/types.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { OwnedWalletPort } from '../wallet/wallet-port.ts'
import {
  emitFormEvents,
  emitNavigationEvents,
  emitSettingsEvents,
  emitWalletEvents,
} from './emit-ui-events.ts'
import { keepSettings } from './keep-settings.ts'
import { leaveReviewOnAccountChange } from './leave-review-on-account-change.ts'
import { refreshBalances } from './refresh-balances.ts'
import type { Widget } from './types.ts'

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
    emitWalletEvents(wallet, events),
    refreshBalances(widget, key),
    leaveReviewOnAccountChange(widget),
  ]
  wallet.start()
  warnOfRoutersWithoutCodec(widget.config.getState())

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

/** Told to the integrator: what a person is promised on these chains is less. */
function warnOfRoutersWithoutCodec({ chains }: ResolvedConfig): void {
  const names = chains
    .filter(({ codec, routerAddress }) => codec === 'none' && routerAddress)
    .map(({ name }) => name)
  if (names.length === 0) return
  // biome-ignore lint/suspicious/noConsole: the integrator reads it there.
  console.warn(
    `Sluice: no minimum is enforced on ${names.join(', ')}. With codec "none" swaps are checked by simulation alone; the person is told before they confirm.`,
  )
}
