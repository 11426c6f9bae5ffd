import type { Address, Hex } from '../../src/lib/address.ts'
import type { PairEvent } from './ask-factories.ts'
import type { DiscoveryProgress } from './discovery-progress.ts'
import type { ListFailedEvent } from './list-pools.ts'
import type { LedgerEvent } from './pool-ledger.ts'

/**
 * Why every pool is read anew. `deep-reorg`: the chain took back more blocks than `MAX_REORG_BLOCKS`. `reorg`: it took back all that was
 * kept, which was fewer, soon after another load. `gap`: too many blocks came at once. `vanished`: no node has the block that was followed.
 * `diverged`: nodes read pools otherwise.
 */
export const RELOAD_CAUSES = ['deep-reorg', 'reorg', 'gap', 'vanished', 'diverged'] as const
export type ReloadCause = (typeof RELOAD_CAUSES)[number]

/** Events of following a chain, for logs and metrics. */
export type ChainEvent =
  | { type: 'advanced'; blockNumber: bigint; blockHash: Hex; pools: number; logs: number }
  | { type: 'loaded'; blockNumber: bigint; blockHash: Hex; pools: number; durationMs: number }
  | { type: 'reorganized'; ancestor: bigint; depth: number }
  | { type: 'reloading'; cause: ReloadCause; reason: string }
  | { type: 'audited'; blockNumber: bigint }
  /** No other node could read the pools: they are read again with the next block. */
  | { type: 'audit-failed'; blockNumber: bigint; error: unknown }
  | { type: 'diverged'; blockNumber: bigint; pools: Address[] }
  /** These were wrong again after they had been read anew, and are not traded for some minutes. */
  | { type: 'set-aside'; blockNumber: bigint; pools: Address[] }
  /** Nodes read pools otherwise than others; settled where most of them agree with memory. */
  | { type: 'contradicted'; blockNumber: bigint; pools: Address[]; isSettled: boolean }
  /** Memory lacked these, because a node left out their logs. */
  | { type: 'rediscovered'; blockNumber: bigint; pools: Address[] }
  /** Factories whose logs name no pool have listed these since they were last asked. */
  | { type: 'listed'; blockNumber: bigint; pools: Address[] }
  /** A factory announced this many pools, and not one is where the source's row puts it, and of a kind that is traded. */
  | { type: 'none-tradable'; source: string; announced: number }
  | ListFailedEvent
  | PairEvent
  /** The check for missed pools, their ranking or the checkpoints failed: it is tried again in half a minute. */
  | { type: 'maintenance-failed'; error: unknown }
  /** All of it succeeded after one that failed. */
  | { type: 'maintenance-recovered'; blockNumber: bigint }
  /** The node failed where tokens were read: new ones are not traded until it answers. They are read again with the next turn. */
  | { type: 'token-read-failed'; error: unknown }
  /** All are read after that. */
  | { type: 'token-read-recovered'; blockNumber: bigint }
  | ({ type: 'discovering' } & DiscoveryProgress)
  | LedgerEvent
  | { type: 'load-failed'; pools: number; error: unknown }
  | { type: 'failed'; error: unknown; retryInMs: number }
  | { type: 'announcements'; connected: boolean }
