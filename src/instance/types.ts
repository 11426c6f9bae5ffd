import type { QueryClient } from '@tanstack/react-query'
import type { PriceReader } from '../chain/create-price-reader.ts'
import type { ChainReader } from '../chain/types.ts'
import type { Clients } from '../clients/types.ts'
import type { FormFields, ResolvedConfig, WidgetConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { EventBus, EventName, Route, WidgetEvents } from '../events/types.ts'
import type { Execution, SwapIntent } from '../execution/machine/types.ts'
import type { Translation } from '../i18n/create-translation.ts'
import type { FailedLogos } from '../store/create-failed-logos.ts'
import type {
  ActivityState,
  FormStore,
  NavigationStore,
  SettingsStore,
  Store,
  TokenMemory,
} from '../store/types.ts'
import type { WalletPort } from '../wallet/types.ts'
import type { ReportHighValueLoss } from './report-high-value-loss.ts'

export interface ReviewState {
  /** Undefined without a review. */
  intent: SwapIntent | undefined
  /** The route of the intent, for events. Undefined until its code is loaded. */
  route?: Route | undefined
  /**
   * The reason why the last review was closed, other than by the user. Set until it is dismissed or
   * another review begins.
   */
  closedBy?: 'account' | 'disconnect' | 'recipient' | 'rules' | undefined
}

/** One widget: everything mutable it owns. Two instances share only constants. */
export interface Widget {
  /** Unique in the page. Part of query keys. */
  readonly key: string
  readonly config: Store<ResolvedConfig>
  /** Messages and number formats of the current locale. */
  readonly translation: Store<Translation>
  readonly events: EventBus
  readonly queryClient: QueryClient
  readonly clients: Clients
  readonly form: Store<FormStore>
  readonly settings: Store<SettingsStore>
  /** Pinned, recent and imported tokens. Empty until the token page restores them. */
  readonly tokenMemory: Store<TokenMemory>
  /** Logos that failed and are not retried for a while. */
  readonly failedLogos: FailedLogos
  readonly navigation: Store<NavigationStore>
  /** True while its dialog is open. Not used if the widget is inline. */
  readonly dialog: Store<{ isOpen: boolean }>
  /** The swap under review. */
  readonly review: Store<ReviewState>
  /** The record of swaps. Kept in localStorage while mounted. */
  readonly activity: Store<ActivityState>
  readonly wallet: WalletPort
  /** Reads the chain through the host's own RPC. */
  readonly chain: ChainReader
  /** USD prices of the chain's own pools, through the host's own RPC. */
  readonly priceReader: PriceReader
  readonly execution: Execution
  /** Emits an event that only a page can detect; all others are emitted by the instance itself. */
  emit<Name extends EventName>(name: Name, payload: WidgetEvents[Name]): void
  /**
   * Passes an error of the widget's own code to the host's `onError`, or reports it as uncaught.
   */
  reportError(error: SluiceError): void
  /** Emits `routeHighValueLoss` once per route. Called when the warning is shown. */
  reportHighValueLoss: ReportHighValueLoss
  /**
   * Opens the review page for a priced swap and emits `routeSelected`, once the code of its events
   * is loaded.
   */
  selectRoute(intent: SwapIntent): Promise<void>
  /**
   * Starts the widget: wallet, focus, events. Creating a widget has no side effects, so it may be
   * created on a server or discarded by StrictMode. Returns the unmount function. The widget stops
   * a microtask after the last unmount and can be mounted again. A sent transaction is watched for
   * up to 10 minutes longer, and its outcome emitted.
   */
  mount(): () => void
  /** Opens its dialog, if it has one. */
  open(): void
  close(): void
  /**
   * Sets fields of the form. Rejects with `CONFIG_INVALID` for an invalid field, and nothing
   * changes. An open review keeps its own swap, but another recipient closes it.
   */
  setFields(fields: FormFields): Promise<void>
  /**
   * Applies the live fields of a changed config. Throws `CONFIG_INVALID` for an invalid one.
   * Applies nothing of a config with a changed `rebuild` field, which needs a new widget.
   * `resolved` is the result of `resolveUpdate`, if the caller has it.
   */
  update(config: WidgetConfig, resolved?: ResolvedConfig): void
  /**
   * Stops all timers, subscriptions and requests immediately. Idempotent. A swap that the wallet
   * still shows can be signed: it is recorded then, and watched by the next widget of the same
   * `storageKey`.
   */
  destroy(): void
}
