import type { Address } from '../../../wire/lib/address.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { getDepth, toOffer } from '../../modules/core/pool-offer.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import { createAuditCursor } from './audit.ts'
import { type Audit, type AuditorDeps, createAuditor } from './auditor.ts'
import { createSuspects, type SuspectLimits } from './suspects.ts'
import type { WrongPools } from './wrong-pools.ts'

/**
 * Schedules comparisons of memory with other nodes: after a load or a long gap, periodically, and
 * after failed quotes.
 */
export interface PoolAudits {
  /** All pools were read from one node. `accept` compares some with another node. */
  loaded(): void
  /**
   * A gap was closed with ranges of logs. `accept` then also compares the deepest pools between
   * base tokens, which trade in any such gap, even without a second node.
   */
  caughtUp(): void
  /**
   * Throws unless another node returns the same state for some pools, or no other node responds.
   */
  accept(state: ChainState): Promise<void>
  /**
   * Starts an audit if one is due, in the background, because reading a pool can take many calls.
   */
  start(state: ChainState): void
  suspect(pools: readonly Address[]): void
  /** Checks whether nodes contradict each other without a majority. */
  isDisputed(): boolean
}

export interface PoolAuditsDeps extends AuditorDeps {
  /** Number of nodes of the chain. With one node there is nothing to compare. */
  nodeCount: number
  baseTokens: readonly Address[]
  /** Default: 32. */
  blocksBetweenAudits: number | undefined
  suspectLimits: SuspectLimits | undefined
  /** Receives the pools that are wrong in memory. */
  wrongPools: Pick<WrongPools, 'add' | 'has'>
  /** Called when memory must be reloaded because more than single pools are wrong. */
  onWrong: () => void
  /** Clock in milliseconds. Default: `performance.now`. */
  nowMs?: () => number
}

const BLOCKS_BETWEEN_AUDITS = 32
/** Applies to chains with rare blocks. */
const MAX_MS_BETWEEN_AUDITS = 600_000
/** All pools in memory are read within a day, with some hours left for failed audits. */
const AUDIT_TURN_MS = 22 * 3_600_000
/** Pools of a load that must match another node. */
const MIN_ACCEPTED = 16
const MAX_NOT_AUDITED = 256
/** Additional pools that are audited after one was wrong. */
const MIN_SEARCHED = 32
/** Pools per pair of base tokens, and in total, that are audited after a long gap. */
const DEEPEST_OF_PAIR = 3
const MAX_DEEPEST = 32

export function createPoolAudits(deps: PoolAuditsDeps): PoolAudits {
  const { nowMs = () => performance.now() } = deps
  const auditor = createAuditor(deps)
  const cursor = createAuditCursor({ turnMs: AUDIT_TURN_MS, nowMs })
  const acceptanceCursor = createAuditCursor({ minSample: MIN_ACCEPTED })
  const suspects = createSuspects(deps.suspectLimits)
  /** Pools that could not be read. They are retried with the next block. */
  let notAudited: readonly Address[] = []
  let isAccepted = false
  let hasCaughtUp = false
  let isAuditing = false
  let auditAt: bigint | undefined
  let auditAtMs = nowMs() + MAX_MS_BETWEEN_AUDITS
  /** True while it is unknown whether more pools are wrong. */
  let isSearching = false

  async function audit(state: ChainState, sample: readonly Pool[]): Promise<void> {
    isAuditing = true
    const pools = withDisputed(state, [...sample, ...findPools(state, notAudited)])
    notAudited = []
    try {
      settle(await auditor.audit(state, pools), state)
      if (isSearching) await search(state)
    } catch (error) {
      if (deps.signal.aborted) return
      deps.report({ type: 'audit-failed', blockNumber: state.blockNumber, error })
      notAudited = pools.slice(0, MAX_NOT_AUDITED).map(({ address }) => address)
      auditAt = state.blockNumber + 1n
    } finally {
      isAuditing = false
    }
  }

  /**
   * Reloads only the wrong pools if an additional audit finds no others. A node that omits logs
   * makes many pools wrong, and then all pools are reloaded.
   */
  function settle({ verdict, wrong }: Audit, state: ChainState): void {
    if (verdict !== 'wrong') return
    if (wrong.length > 0) {
      deps.wrongPools.add(wrong, state.blockNumber)
      isSearching = true
    } else drop()
  }

  async function search(state: ChainState): Promise<void> {
    const some = createAuditCursor({ minSample: MIN_SEARCHED }).next(state)
    const sample = [...findDeepest(state, deps.baseTokens), ...some]
    const { verdict } = await auditor.audit(state, withDisputed(state, sample))
    if (verdict === 'wrong') drop()
    else isSearching = verdict === 'replaced' || verdict === 'unread'
  }

  function drop(): void {
    isSearching = false
    auditor.forget()
    deps.onWrong()
  }

  /**
   * Keeps disputed pools in the sample until they are settled, and excludes pools known to be
   * wrong.
   */
  function withDisputed(state: ChainState, sample: readonly Pool[]): readonly Pool[] {
    const pools = new Set([...sample, ...findPools(state, auditor.disputed())])
    return [...pools].filter(({ address }) => !deps.wrongPools.has(address))
  }

  return {
    loaded() {
      auditor.forget()
      isAccepted = deps.nodeCount === 1
      hasCaughtUp = false
    },

    caughtUp() {
      isAccepted = false
      hasCaughtUp = true
    },

    async accept(state) {
      if (isAccepted) return
      const deepest = hasCaughtUp ? findDeepest(state, deps.baseTokens) : []
      const sample = [...deepest, ...acceptanceCursor.next(state)]
      const { verdict } = await auditor.audit(state, withDisputed(state, sample))
      if (verdict === 'wrong') drop()
      if (verdict === 'replaced')
        throw new Error(`Block ${state.blockNumber} was replaced while it was audited`)
      if (verdict !== 'right' && verdict !== 'unread')
        throw new Error(`The nodes return different pool states at block ${state.blockNumber}`)
      isAccepted = true
      hasCaughtUp = false
    },

    start(state) {
      auditAt ??= state.blockNumber + BigInt(deps.blocksBetweenAudits ?? BLOCKS_BETWEEN_AUDITS)
      if (isAuditing) return
      if (isSearching) {
        void audit(state, [])
        return
      }
      if (state.blockNumber >= auditAt || nowMs() >= auditAtMs) {
        auditAt = undefined
        auditAtMs = nowMs() + MAX_MS_BETWEEN_AUDITS
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

/**
 * Returns the pools between base tokens that can trade most near their price in both directions.
 * Ignores virtual reserves, which cost nothing at the edge of a range.
 */
function findDeepest({ poolIndex }: ChainState, baseTokens: readonly Address[]): Pool[] {
  const tokens = baseTokens.map((token) => token.toLowerCase())
  const pairs = tokens.flatMap((a, i) => tokens.slice(i + 1).map((b) => [a, b] as const))
  const found = pairs.flatMap(([a, b]) =>
    [...poolIndex.between(a, b)]
      .map((pool) => ({ pool, depth: depthIn(pool, a) }))
      .sort((one, other) => other.depth - one.depth)
      .slice(0, DEEPEST_OF_PAIR)
      .map(({ pool }) => pool),
  )
  return [...new Set(found)].slice(0, MAX_DEEPEST)
}

/** Returns the depth in base units of one of the tokens. */
function depthIn(pool: Pool, token: string): number {
  const offer = toOffer(pool, pool.tokens[0].toLowerCase() === token ? 1 : 0)
  return offer ? getDepth(pool, offer, { own: offer.price, other: 1 }) : 0
}

function findPools(state: ChainState, addresses: readonly Address[]): Pool[] {
  return [...new Set(addresses)].flatMap((address) => state.pool(address) ?? [])
}
