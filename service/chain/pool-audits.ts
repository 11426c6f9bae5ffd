import type { Address } from '../../src/lib/address.ts'
import type { Pool } from '../modules/core/pool.ts'
import { createAuditCursor } from './audit.ts'
import { type AuditorDeps, createAuditor } from './auditor.ts'
import type { ChainState } from './snapshot.ts'
import { createSuspects, type SuspectLimits } from './suspects.ts'

/** When pools in memory are compared with what nodes read: after a load, in turn, and when quotes fail. */
export interface PoolAudits {
  /** All pools were read from one node: `accept` asks another. */
  loaded(): void
  /** Throws unless another node reads some of the pools as they were loaded, or no other answers. */
  accept(state: ChainState): Promise<void>
  /** Starts an audit where one is due. It does not wait for it: reading a pool again can take many calls. */
  start(state: ChainState): void
  suspect(pools: readonly Address[]): void
  /** Whether nodes contradict each other, and nobody can tell who is right. */
  isDisputed(): boolean
}

export interface PoolAuditsDeps extends AuditorDeps {
  /** Of the chain. One: there is nobody else to ask. */
  nodeCount: number
  /** Default: 32. */
  blocksBetweenAudits: number | undefined
  suspectLimits: SuspectLimits | undefined
  /** Memory is wrong, and must be loaded anew. */
  onWrong: () => void
}

const BLOCKS_BETWEEN_AUDITS = 32
/** Pools of a load that another node must read alike. */
const MIN_ACCEPTED = 16
const MAX_UNAUDITED = 64

export function createPoolAudits(deps: PoolAuditsDeps): PoolAudits {
  const auditor = createAuditor(deps)
  const cursor = createAuditCursor()
  const acceptanceCursor = createAuditCursor({ minSample: MIN_ACCEPTED })
  const suspects = createSuspects(deps.suspectLimits)
  /** Could not be read: they are with the next block. */
  let unaudited: readonly Address[] = []
  let isAccepted = false
  let isAuditing = false
  let auditAt: bigint | undefined

  async function audit(state: ChainState, sample: readonly Pool[]): Promise<void> {
    isAuditing = true
    const pools = withDisputed(state, [...sample, ...findPools(state, unaudited)])
    unaudited = []
    try {
      if ((await auditor.audit(state, pools)) === 'wrong') drop()
    } catch (error) {
      if (deps.signal.aborted) return
      deps.report({ type: 'unaudited', blockNumber: state.blockNumber, error })
      unaudited = pools.slice(0, MAX_UNAUDITED).map(({ address }) => address)
      auditAt = state.blockNumber + 1n
    } finally {
      isAuditing = false
    }
  }

  function drop(): void {
    auditor.forget()
    deps.onWrong()
  }

  /** What was disputed stays so until it is settled. */
  function withDisputed(state: ChainState, sample: readonly Pool[]): readonly Pool[] {
    return [...new Set([...sample, ...findPools(state, auditor.disputed())])]
  }

  return {
    loaded() {
      auditor.forget()
      isAccepted = deps.nodeCount === 1
    },

    async accept(state) {
      if (isAccepted) return
      const verdict = await auditor.audit(state, withDisputed(state, acceptanceCursor.next(state)))
      if (verdict === 'wrong') drop()
      if (verdict === 'replaced')
        throw new Error(`Block ${state.blockNumber} was replaced while it was audited`)
      if (verdict !== 'right') throw new Error(`The nodes disagree about pools at block ${state.blockNumber}`)
      isAccepted = true
    },

    start(state) {
      auditAt ??= state.blockNumber + BigInt(deps.blocksBetweenAudits ?? BLOCKS_BETWEEN_AUDITS)
      if (isAuditing) return
      if (state.blockNumber >= auditAt) {
        auditAt = undefined
        void audit(state, cursor.next(state))
        return
      }
      const addresses = suspects.take(state.blockNumber)
      if (addresses.length > 0 || auditor.isDue()) void audit(state, findPools(state, addresses))
    },

    suspect: suspects.add,
    isDisputed: () => auditor.disputed().length > 0,
  }
}

function findPools(state: ChainState, addresses: readonly Address[]): Pool[] {
  return [...new Set(addresses)].flatMap((address) => state.pool(address) ?? [])
}
