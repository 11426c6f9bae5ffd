import type { PoolStore, StoreEvent } from '../chain/discovery/pool-store.ts'
import type { Database } from '../database/database.ts'
import { createElection, type Election } from '../elections/create-election.ts'
import { createPoolStore } from './create-pool-store.ts'

export interface KeptPools {
  /** The store of one chain. Its methods reject until `open` is called. */
  store(chainId: number): PoolStore
  open(database: Database): void
  close(): Promise<void>
}

/**
 * Returns the name of the lease that a service or an import needs to write the pools of a chain.
 */
export const poolsLease = (chainId: number) => `pools ${chainId}`

export interface KeepPoolsOptions {
  /** Reports an event of a chain's election. */
  onEvent(chainId: number, event: StoreEvent): void
  /** Called when this instance starts or stops writing the pools of a chain. */
  onWriterChange?: (chainId: number, isWriter: boolean) => void
}

/** Longer than the default lease, because a stopped writer need not be replaced quickly. */
const LEASE = { leaseSeconds: 15, everyMs: 4_000 }

/** Stores the pools of chains in the database. Each chain has one elected writer. */
export function keepPools({ onEvent, onWriterChange = () => {} }: KeepPoolsOptions): KeptPools {
  const elections = new Map<number, Election>()
  const chainIds: number[] = []
  let opened: Database | undefined

  return {
    store(chainId) {
      chainIds.push(chainId)
      return createPoolStore({
        chainId,
        isNew: () => opened?.isNew ?? false,
        isWriter: () => elections.get(chainId)?.isLeader() ?? false,
        mayOtherWrite: () => !(elections.get(chainId)?.isFailing() ?? false),
        database: {
          async query(sql, params) {
            if (!opened) throw new Error('The database is not open')
            return opened.query(sql, params)
          },
        },
      })
    },
    open(database) {
      opened = database
      for (const chainId of chainIds) {
        const election = createElection({
          ...{ database, name: poolsLease(chainId), ...LEASE },
          onFault: (error) => onEvent(chainId, { type: 'store-failed', part: 'election', error }),
          onRecovered: () => onEvent(chainId, { type: 'store-recovered', part: 'election' }),
        })
        election.onChange((isWriter) => onWriterChange(chainId, isWriter))
        elections.set(chainId, election)
      }
    },
    async close() {
      await Promise.all([...elections.values()].map((election) => election.stop()))
    },
  }
}
