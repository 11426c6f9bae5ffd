import type { AuditEvent } from './audit/audit-events.ts'
import type { DiscoveryProgress } from './discovery/discovery-progress.ts'
import type { LedgerEvent } from './discovery/ledger-store.ts'
import type { SyncEvent } from './sync/sync-events.ts'

/** Events of following a chain, for logs and metrics. */
export type ChainEvent =
  | SyncEvent
  | AuditEvent
  | LedgerEvent
  | ({ type: 'discovering' } & DiscoveryProgress)
  /**
   * The node failed while tokens were read. New tokens are not traded until a later turn succeeds.
   */
  | { type: 'token-read-failed'; error: unknown }
  /** All tokens are read after a failure. */
  | { type: 'token-read-recovered'; blockNumber: bigint }
