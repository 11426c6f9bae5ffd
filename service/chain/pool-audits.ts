import type { Address } from '../../src/lib/address.ts'
import type { Pool } from '../modules/core/pool.ts'
import { getDepth, toOffer } from '../modules/core/pool-offer.ts'
import { createAuditCursor } from './audit.ts'
import { type Audit, type AuditorDeps, createAuditor } from './auditor.ts'
import type { ChainState } from './snapshot.ts'
import { createSuspects, type SuspectLimits } from './suspects.ts'
import type { WrongPools } from './wrong-pools.ts'

/** When pools in memory are compared with what nodes read: after a load or a long gap, in turn, and when quotes fail. */
export interface PoolAudits {
  /** All pools were read from one node: `accept` asks another. */
  loaded(): void
  /**
   * Ranges of logs were read, and pools in doubt from one node: `accept` compares the deepest pools between base tokens too, which
   * trade within any such gap, of the same node where there is no other.
   */
  caughtUp(): void
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
  baseTokens: readonly Address[]
  /** Default: 32. */
  blocksBetweenAudits: number | undefined
  suspectLimits: SuspectLimits | undefined
  /** Takes what memory has wrong. */
  wrongPools: Pick<WrongPools, 'add' | 'has'>
  /** Memory is wrong beyond some pools, and must be loaded anew. */
  onWrong: () => void
  /** Milliseconds. Default: `performance.now`. */
  nowMs?: () => number
}

const BLOCKS_BETWEEN_AUDITS = 32
/** Where blocks are rare. */
const MAX_MS_BETWEEN_AUDITS = 600_000
/** All pools in memory are read within a day, with some hours left for audits that fail. */
const AUDIT_TURN_MS = 22 * 3_600_000
/** Pools of a load that another node must read alike. */
const MIN_ACCEPTED = 16
const MAX_NOT_AUDITED = 256
/** Other pools that are read again, beside the deepest, where one was wrong. */
const MIN_SEARCHED = 32
/** Pools of each pair of base tokens, and of all of them, that are read again after a long gap. */
const DEEPEST_OF_PAIR = 3
const MAX_DEEPEST = 32

export function createPoolAudits(deps: PoolAuditsDeps): PoolAudits {
  const { nowMs = () => performance.now() } = deps
  const auditor = createAuditor(deps)
  const cursor = createAuditCursor({ turnMs: AUDIT_TURN_MS, nowMs })
  const acceptanceCursor = createAuditCursor({ minSample: MIN_ACCEPTED })
  const suspects = createSuspects(deps.suspectLimits)
  /** Could not be read: they are with the next block. */
  let notAudited: readonly Address[] = []
  let isAccepted = false
  let hasCaughtUp = false
  let isAuditing = false
  let auditAt: bigint | undefined
  let auditAtMs = nowMs() + MAX_MS_BETWEEN_AUDITS
  /** Pools were wrong, and it is not known yet whether others are. */
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
   * Pools that are wrong by themselves cost the others nothing. A node that leaves out logs makes many wrong: where a look at others
   * finds one more, all are loaded anew.
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

  /** What was disputed stays so until it is settled. What is known to be wrong is left out. */
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
        throw new Error(`The nodes disagree about pools at block ${state.blockNumber}`)
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

/** The pools between base tokens that trade most near their price, both ways: virtual reserves at the edge of a range cost nothing. */
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

/** In base units of one of the tokens. */
function depthIn(pool: Pool, token: string): number {
  const offer = toOffer(pool, pool.tokens[0].toLowerCase() === token ? 1 : 0)
  return offer ? getDepth(pool, offer, { own: offer.price, other: 1 }) : 0
}

function findPools(state: ChainState, addresses: readonly Address[]): Pool[] {
  return [...new Set(addresses)].flatMap((address) => state.pool(address) ?? [])
}
