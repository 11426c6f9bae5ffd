import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { ListFailedEvent } from '../discovery/list-pools.ts'
import type { PairEvent } from '../discovery/query-factories.ts'

/**
 * Why every pool is reloaded. `deep-reorg`: the chain reverted more than `MAX_REORG_BLOCKS` blocks.
 * `reorg`: it reverted every stored snapshot, soon after a load. `gap`: too many blocks arrived
 * together. `vanished`: no node has the followed block. `diverged`: nodes return a different state
 * than memory.
 */
export const RELOAD_CAUSES = ['deep-reorg', 'reorg', 'gap', 'vanished', 'diverged'] as const
export type ReloadCause = (typeof RELOAD_CAUSES)[number]

/** Events of syncing memory to the head of the chain. */
export type SyncEvent =
  | { type: 'advanced'; blockNumber: bigint; blockHash: Hex; pools: number; logs: number }
  | { type: 'loaded'; blockNumber: bigint; blockHash: Hex; pools: number; durationMs: number }
  | { type: 'reorganized'; ancestor: bigint; depth: number }
  | { type: 'reloading'; cause: ReloadCause; reason: string }
  /** Memory lacked these pools because a node omitted their logs. */
  | { type: 'rediscovered'; blockNumber: bigint; pools: Address[] }
  /** New pools from factories that list their pools instead of announcing them. */
  | { type: 'listed'; blockNumber: bigint; pools: Address[] }
  /**
   * A factory announced this many pools, and none of them has a tradable kind and the address
   * derived from the source's row.
   */
  | { type: 'none-tradable'; source: string; announced: number }
  | ListFailedEvent
  | PairEvent
  /**
   * The check for missed pools, their ranking or the checkpoints failed. It is retried in half a
   * minute.
   */
  | { type: 'maintenance-failed'; error: unknown }
  /** Maintenance succeeded after a failure. */
  | { type: 'maintenance-recovered'; blockNumber: bigint }
  | { type: 'load-failed'; pools: number; error: unknown }
  | { type: 'failed'; error: unknown; retryInMs: number }
  | { type: 'announcements'; connected: boolean }
