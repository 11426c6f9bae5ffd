import type { QueryClient } from '@tanstack/react-query'
import type { StoreApi } from 'zustand/vanilla'
import type { Clients } from '../clients/types.ts'
import type { ResolvedConfig, WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'
import type { ChainReader, WalletPort } from '../execution/ports.ts'
import type { Execution } from '../execution/types.ts'
import type { FormStore, NavigationStore, SettingsStore } from '../store/types.ts'

/** One widget: everything mutable it owns. Two instances share nothing but constants. */
export interface Widget {
  /** Unique in the page: prefixes query keys, element ids and storage keys. */
  readonly key: string
  readonly config: StoreApi<ResolvedConfig>
  readonly events: EventBus
  readonly queryClient: QueryClient
  readonly clients: Clients
  readonly form: StoreApi<FormStore>
  readonly settings: StoreApi<SettingsStore>
  readonly navigation: StoreApi<NavigationStore>
  readonly wallet: WalletPort
  /** Reads the chain through the host's own RPC. */
  readonly chain: ChainReader
  readonly execution: Execution
  /** Applies the live part of a changed config; throws `CONFIG_INVALID` when it makes no sense. */
  update(config: WidgetConfig): void
  /** Stops everything: timers, subscriptions, requests. Idempotent. */
  destroy(): void
}
