import { keepActivity } from '../activity/keep-activity.ts'
import { forChain } from '../config/per-chain.ts'
import { SKIPPED } from '../config/resolve-listed-tokens.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import { startLater } from '../lib/start-later.ts'
import type { OwnedWalletPort } from '../wallet/wallet-port.ts'
import { emitFormEvents, emitNavigationEvents, emitWalletEvents } from './emit-ui-events.ts'
import { keepSettings } from './keep-settings.ts'
import type { Widget } from './types.ts'

/** Starts everything a mounted widget does by itself. Returns the function that stops it. */
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
    followTradeIfWanted(widget),
    emitFormEvents(widget.form, events),
    keepPairIfWanted(widget),
    emitNavigationEvents(widget, events),
    emitWalletEvents(wallet, events),
    keepActivity(widget),
    warnIntegrator(widget),
  ]
  wallet.start()

  return () => {
    // A sent transaction is still watched: its outcome is emitted, and shown if the widget is mounted again. A swap that
    // was left is recorded, if its approval was sent.
    if (execution.getState().stage !== 'watching') execution.dismiss()
    for (const unsubscribe of unsubscribers) unsubscribe()
    wallet.destroy()
    const own = { queryKey: ['sluice', key] }
    // Removed first, these are unsubscribed from later (by Preact after the next paint): no timer starts then, for half an hour.
    for (const query of queryClient.getQueryCache().findAll(own)) query.gcTime = Number.POSITIVE_INFINITY
    void queryClient.cancelQueries(own)
    queryClient.removeQueries(own)
    queryClient.unmount()
  }
}

/** Loaded only where the host wants it. */
function keepPairIfWanted(widget: Widget): () => void {
  const { urlSync, persistTokens } = widget.config.getState()
  if (urlSync === undefined && !persistTokens) return () => {}
  return startLater(async () => {
    const { keepPair } = await import('./keep-pair.ts')
    return () => keepPair(widget)
  })
}

/** Loaded when the slippage limit first follows the trade. */
function followTradeIfWanted(widget: Widget): () => void {
  const { settings } = widget
  let stop: (() => void) | undefined
  const start = () => {
    if (!settings.getState().isSlippageAuto) return
    stop ??= startLater(async () => {
      const { followTradeSlippage } = await import('./follow-trade-slippage.ts')
      return () => followTradeSlippage(widget)
    })
  }
  start()
  const unsubscribe = settings.subscribe(start)
  return () => {
    unsubscribe()
    stop?.()
  }
}

/** Loads the texts for the integrator only if there is something to warn of. */
function warnIntegrator({ config }: Pick<Widget, 'config'>): () => void {
  const warn = (now: ResolvedConfig, before?: ResolvedConfig) => {
    if (now.listedTokens?.[SKIPPED] || (!before && now.chains.some(({ codec }) => codec === 'none')))
      import('./warn-integrator.ts').then(
        (texts) => texts.warnIntegrator(now, before),
        () => {},
      )
  }
  warn(config.getState())
  return config.subscribe(warn)
}

/**
 * Moves the slippage limit to the host's default for the chain when the user picks another chain, unless they chose a
 * limit of their own. Returns the unsubscribe function.
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
