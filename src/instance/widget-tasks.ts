import { SKIPPED } from '../config/resolve-listed-tokens.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { startLater } from '../errors/start-later.ts'
import { toLoadError } from '../errors/to-sluice-error.ts'
import { reportQueryDefects } from './report-query-defects.ts'
import type { Widget } from './types.ts'

/**
 * Starts the background tasks that the first page does not wait for. Returns a function that stops
 * them.
 */
export function startBackground(widget: Widget): () => void {
  const unsubscribers = [
    reportQueryDefects(widget),
    followTradeIfWanted(widget),
    keepPairIfWanted(widget),
    warnIntegrator(widget),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/** Loaded only if the host enables it. */
function keepPairIfWanted(widget: Widget): () => void {
  const { urlSync, persistTokens } = widget.config.getState()
  if (urlSync === undefined && !persistTokens) return () => {}
  return startLater(
    () => import('./keep-pair.ts').then(({ keepPair }) => keepPair.bind(null, widget)),
    widget.reportError,
  )
}

/** Loaded when the slippage limit is first automatic. */
function followTradeIfWanted(widget: Widget): () => void {
  const { settings } = widget
  let stop: (() => void) | undefined
  const start = () => {
    if (!settings.getState().isSlippageAuto) return
    stop ??= startLater(
      () => import('./follow-trade-slippage.ts').then((part) => part.followTradeSlippage.bind(null, widget)),
      widget.reportError,
    )
  }
  start()
  const unsubscribe = settings.subscribe(start)
  return () => {
    unsubscribe()
    stop?.()
  }
}

/** Loads the texts for the integrator only if there is a warning. */
function warnIntegrator({ config, reportError }: Pick<Widget, 'config' | 'reportError'>): () => void {
  const warn = (now: ResolvedConfig, before?: ResolvedConfig) => {
    if (now.listedTokens?.[SKIPPED] || (!before && now.chains.some(({ codec }) => codec === 'none')))
      import('./warn-integrator.ts')
        .then((texts) => texts.warnIntegrator(now, before))
        .catch((cause) => {
          const error = toLoadError(cause)
          if (!error.retryable) reportError(error)
        })
  }
  warn(config.getState())
  return config.subscribe(warn)
}
