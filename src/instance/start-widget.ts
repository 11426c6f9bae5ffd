import { keepActivity } from '../activity/keep-activity.ts'
import { forChain } from '../config/per-chain.ts'
import { startLater } from '../errors/start-later.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { OwnedWalletPort } from '../wallet/wallet-port.ts'
import { emitFormEvents, emitNavigationEvents, emitWalletEvents } from './emit-ui-events.ts'
import { keepSettings } from './keep-settings.ts'
import type { Widget } from './types.ts'

/** Starts the background tasks of a mounted widget. Returns a function that stops them. */
export function startWidget(
  widget: Widget,
  {
    wallet,
    events,
    followLanguage,
  }: { wallet: OwnedWalletPort; events: OwnedEventBus; followLanguage: () => () => void },
): () => void {
  const { queryClient, execution, key } = widget
  queryClient.mount()
  const unsubscribers = [
    keepSettings(widget),
    followLanguage(),
    followChainSlippage(widget),
    startLater(
      () => import('./widget-tasks.ts').then((part) => part.startBackground.bind(null, widget)),
      widget.reportError,
    ),
    emitFormEvents(widget.form, events),
    emitNavigationEvents(widget, events),
    emitWalletEvents(wallet, events),
    keepActivity(widget),
  ]
  wallet.start()

  return () => {
    // A sent transaction is still watched: its outcome is emitted, and shown if the widget is
    // mounted again. An abandoned swap whose approval was sent is recorded.
    if (execution.getState().stage !== 'watching') execution.dismiss()
    for (const unsubscribe of unsubscribers) unsubscribe()
    wallet.destroy()
    const own = { queryKey: ['sluice', key] }
    // Preact unsubscribes removed queries only after the next paint. An infinite time avoids a
    // timer of half an hour then.
    for (const query of queryClient.getQueryCache().findAll(own)) query.gcTime = Number.POSITIVE_INFINITY
    void queryClient.cancelQueries(own)
    queryClient.removeQueries(own)
    queryClient.unmount()
  }
}

/**
 * Sets the slippage limit to the host's default for the chain when the user picks another chain,
 * unless the user chose a limit. Returns the unsubscribe function.
 */
function followChainSlippage({
  form,
  settings,
  config,
}: Pick<Widget, 'form' | 'settings' | 'config'>): () => void {
  return form.subscribe((now, before) => {
    if (now.inputChainId === before.inputChainId) return
    const { isSlippageAuto, isSlippageChosen } = settings.getState()
    if (isSlippageAuto || isSlippageChosen) return
    settings.setState({
      slippageBps: forChain(config.getState().slippageBps, now.inputChainId),
      notByUser: {},
    })
  })
}
