import type { QueryClient } from '@tanstack/react-query'
import type { PriceReader } from '../chain/create-price-reader.ts'
import type { ChainReader } from '../chain/types.ts'
import type { Clients } from '../clients/types.ts'
import type { ResolvedConfig, WidgetConfig } from '../config/types.ts'
import type { EventBus, EventName, WidgetEvents } from '../events/types.ts'
import type { Execution, SwapIntent } from '../execution/machine/types.ts'
import type { Translation } from '../i18n/create-translation.ts'
import type { FormStore, NavigationStore, SettingsStore, Store } from '../store/types.ts'
import type { WalletPort } from '../wallet/types.ts'
import type { ReportHighValueLoss } from './report-high-value-loss.ts'

/** One widget: everything mutable it owns. Two instances share nothing but constants. */
export interface Widget {
  /** Unique in the page: prefixes query keys, element ids and storage keys. */
  readonly key: string
  readonly config: Store<ResolvedConfig>
  /** The words and numbers of the language in use. */
  readonly words: Store<Translation>
  readonly events: EventBus
  readonly queryClient: QueryClient
  readonly clients: Clients
  readonly form: Store<FormStore>
  readonly settings: Store<SettingsStore>
  readonly navigation: Store<NavigationStore>
  /** The intent taken to review; undefined before. */
  readonly review: Store<{ intent: SwapIntent | undefined }>
  readonly wallet: WalletPort
  /** Reads the chain through the host's own RPC. */
  readonly chain: ChainReader
  /** USD prices of the chain's own pools, through the host's own RPC. */
  readonly priceReader: PriceReader
  readonly execution: Execution
  /** Tells the host's listeners. For what only a page can know; the rest is emitted by the instance itself. */
  emit<Name extends EventName>(name: Name, payload: WidgetEvents[Name]): void
  /** Tells the host of a high loss of value, once per route: called by whoever shows the warning. */
  reportHighValueLoss: ReportHighValueLoss
  /** Takes a priced swap to the review page, as `routeSelected`. */
  selectRoute(intent: SwapIntent): void
  /**
   * Begins to listen: wallet, focus, events. Creation alone touches nothing, so a widget may be created on a
   * server or thrown away by StrictMode. Returns the function that ends it; the widget stops, a microtask
   * later, when every mount has ended, and a later mount begins anew. A transaction that is out by then is
   * watched on for a while, and its end told.
   */
  mount(): () => void
  /** Applies the live part of a changed config; throws `CONFIG_INVALID` when it makes no sense. */
  update(config: WidgetConfig): void
  /** Stops everything at once: timers, subscriptions, requests. Idempotent. */
  destroy(): void
}
