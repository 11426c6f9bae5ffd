import type { Address } from '../../../wire/lib/address.ts'

/** Events of comparing memory with other nodes. */
export type AuditEvent =
  | { type: 'audited'; blockNumber: bigint }
  /** No other node could read the pools. The audit is repeated with the next block. */
  | { type: 'audit-failed'; blockNumber: bigint; error: unknown }
  | { type: 'diverged'; blockNumber: bigint; pools: Address[] }
  /** These pools were wrong again after a reload and are not traded for some minutes. */
  | { type: 'set-aside'; blockNumber: bigint; pools: Address[] }
  /** Nodes contradict each other about pools. Settled if the majority matches memory. */
  | { type: 'contradicted'; blockNumber: bigint; pools: Address[]; isSettled: boolean }
