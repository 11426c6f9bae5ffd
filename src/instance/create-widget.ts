import { QueryClient } from '@tanstack/react-query'
import type { Config as WagmiConfig } from 'wagmi'
import { createId } from '../../wire/lib/create-id.ts'
import { createPriceReader, type PriceReader } from '../chain/create-price-reader.ts'
import { createLoadedChainReader } from '../chain/load-chain-reader.ts'
import type { ChainReader } from '../chain/types.ts'
import { createClients } from '../clients/create-clients.ts'
import { createHttp } from '../clients/http.ts'
import type { Clients } from '../clients/types.ts'
import { checkStart, resolveUpdate } from '../config/resolve-config.ts'
import type { ResolvedConfig, WidgetConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { loaded } from '../errors/to-sluice-error.ts'
import { createEventBus } from '../events/create-event-bus.ts'
import { createLoadedExecution } from '../execution/load-execution.ts'
import type { Execution } from '../execution/machine/types.ts'
import type { LoadLanguage } from '../i18n/load-language.ts'
import { withTexts } from '../i18n/load-page-messages.ts'
import { ownFields } from '../lib/own-fields.ts'
import { report } from '../lib/report.ts'
import { createFailedLogos } from '../store/create-failed-logos.ts'
import { createFormStore } from '../store/create-form-store.ts'
import { createNavigationStore } from '../store/create-navigation-store.ts'
import { createSettingsStore } from '../store/create-settings-store.ts'
import { createValueStore } from '../store/create-value-store.ts'
import { hostSettings } from '../store/host-settings.ts'
import type { ActivityState, FormState, TokenMemory } from '../store/types.ts'
import { withSettings } from '../store/with-settings.ts'
import { createWalletPort, type OwnedWalletPort } from '../wallet/wallet-port.ts'
import { applyConfig, formOfConfig } from './apply-config.ts'
import { createLanguage } from './create-language.ts'
import { limitBackgroundWatch } from './limit-background-watch.ts'
import { createHighValueLossReport } from './report-high-value-loss.ts'
import { startWidget } from './start-widget.ts'
import type { ReviewState, Widget } from './types.ts'

/** Values of the surrounding providers, used if the config sets none. */
export interface WidgetSurroundings {
  wagmiConfig?: WagmiConfig | undefined
  queryClient?: QueryClient | undefined
  /**
   * The result of `resolveUpdate` for the config, if the caller has it: resolving a list of a
   * thousand tokens takes milliseconds.
   */
  resolved?: ResolvedConfig | undefined
  /** The initial state of the form. Default: from the config. See `enteredForm`. */
  form?: FormState | undefined
  /** Loads the texts of other languages than English. Default: only English. */
  loadLanguage?: LoadLanguage | undefined
  /** The target of wallet announcements (EIP-6963). Default: the window. */
  walletTarget?: EventTarget | undefined
  /** Called with an error of the widget's own code. Default: it is reported as uncaught. */
  onError?: ((error: SluiceError) => void) | undefined
  /** Replaces external dependencies: fixtures in stories and tests. */
  parts?: Partial<WidgetParts> | undefined
}

/** The external dependencies of a widget. */
export interface WidgetParts {
  clients: Clients
  wallet: OwnedWalletPort
  chain: ChainReader
  priceReader: PriceReader
  execution: Execution
}

const loadExecution = () => loaded(import('./reported-execution.ts'))

/**
 * Creates one widget. Nothing is started, loaded or requested before `mount`. Throws
 * `CONFIG_INVALID` for an invalid config.
 */
export function createWidget(hostConfig: WidgetConfig, given: WidgetSurroundings = {}): Widget {
  const surroundings = ownFields(given)
  const resolved = checkStart(surroundings.resolved ?? resolveUpdate(hostConfig))
  const key = createId('sluice')
  const config = createValueStore(resolved)
  const { wagmiConfig = surroundings.wagmiConfig } = resolved
  const queryClient = resolved.queryClient ?? surroundings.queryClient ?? new QueryClient()
  const events = createEventBus(key)
  const { onError: reportError = report } = surroundings
  const parts = ownFields(surroundings.parts ?? {})
  const clients = parts.clients ?? createClients(config.getState)
  const form = createFormStore(surroundings.form ?? formOfConfig(resolved))
  const settings = createSettingsStore(hostSettings(resolved, form.getState().inputChainId))
  const language = createLanguage({
    config,
    settings,
    hostLocale: ownFields(hostConfig).locale,
    loadLanguage: surroundings.loadLanguage,
    reportError,
  })
  const tokenMemory = createValueStore<TokenMemory>({ pinned: [], recent: [], imported: [] })
  const navigation = createNavigationStore()
  const dialog = createValueStore({ isOpen: false })
  const review = createValueStore<ReviewState>({ intent: undefined })
  const activity = createValueStore<ActivityState>({
    entries: [],
    waits: {},
    resumed: [],
    selected: undefined,
  })
  const wallet =
    parts.wallet ??
    createWalletPort({
      config: resolved,
      walletTarget: surroundings.walletTarget,
      reportError,
      ...(wagmiConfig && { wagmiConfig }),
    })
  const chain = parts.chain ?? createLoadedChainReader(config.getState, reportError)
  const priceReader = parts.priceReader ?? createPriceReader(createHttp(), config.getState)
  const execution =
    parts.execution ??
    createLoadedExecution(async () => {
      const { createReportedExecution } = await loadExecution()
      return createReportedExecution(
        {
          wallet,
          chain,
          router: clients.router,
          config: () => withSettings(config.getState(), settings.getState()),
        },
        { events, activity, queries: widget },
      )
    })

  let mounts = 0
  let stop: (() => void) | undefined
  let clearWatchLimit = () => {}

  const widget: Widget = {
    key,
    config,
    translation: language.translation,
    // Hosts get this object without the internal functions.
    events: { on: events.on, off: events.off, onAny: events.onAny },
    queryClient,
    clients,
    form,
    settings,
    tokenMemory,
    failedLogos: createFailedLogos(),
    navigation,
    dialog,
    review,
    activity,
    wallet,
    chain,
    priceReader,
    execution,
    emit: events.emit,
    reportError,
    reportHighValueLoss: createHighValueLossReport(events),
    selectRoute: async (intent) => {
      review.setState({ intent, route: undefined, closedBy: undefined })
      // Loaded before the page opens, which then shows when code fails to load.
      const route = await loadExecution().then(
        ({ routeOfIntent }) => routeOfIntent(intent),
        () => undefined,
      )
      // The intent was selected again or closed during the load, for example for another account.
      const isOpen = navigation.getState().stack.at(-1) === 'review'
      if (isOpen || review.getState().intent !== intent) return
      review.setState({ route })
      if (route) events.emit('routeSelected', { route })
      navigation.getState().push('review')
    },
    mount: () => {
      mounts += 1
      clearWatchLimit()
      stop ??= startWidget(widget, { wallet, events, followLanguage: language.follow })
      let isMounted = true
      return () => {
        if (!isMounted) return
        isMounted = false
        mounts -= 1
        // StrictMode and hidden trees unmount and mount again immediately.
        queueMicrotask(() => {
          if (mounts === 0) stopNow()
        })
      }
    },
    open: () => dialog.setState({ isOpen: true }),
    close: () => dialog.setState({ isOpen: false }),
    setFields: async (fields) => {
      // With the texts of an invalid recipient.
      const { resolveFields } = await withTexts(import('../config/resolve-fields.ts'))
      form.setState(resolveFields(fields, form.getState(), config.getState()))
    },
    update: (next, newer = resolveUpdate(next)) => applyConfig(widget, newer),
    destroy: () => {
      stopNow()
      clearWatchLimit()
      execution.destroy()
      events.clear()
    },
  }
  return widget

  function stopNow(): void {
    if (!stop) return
    stop()
    stop = undefined
    clearWatchLimit = limitBackgroundWatch(execution)
  }
}
