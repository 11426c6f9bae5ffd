import type { Address } from '../../../wire/lib/address.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { LiquidityModules } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import type { RpcNodes } from '../rpc/rpc-nodes.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import { auditPools } from './audit.ts'
import type { AuditEvent } from './audit-events.ts'
import { type PoolVerdict, verifyPools } from './verify-pools.ts'

/** Compares memory with the state read from other nodes and tracks disputed pools. */
export interface Auditor {
  audit(state: ChainState, sample: readonly Pool[]): Promise<Audit>
  /** Discards the findings of audits that are in flight, because memory was replaced. */
  forget(): void
  /** The pools that nodes return different states for. */
  disputed(): readonly Address[]
  /** Checks whether the disputed pools are due for another audit. */
  isDue(): boolean
}

export interface Audit {
  /**
   * `disputed`: the nodes contradict each other without a majority. `unread`: no other node could
   * read the pools. `replaced`: the block, or memory, was replaced. The last two prove nothing.
   */
  verdict: PoolVerdict['verdict'] | 'unread' | 'replaced'
  /**
   * The pools that are wrong in memory. Empty with verdict `wrong` if the whole block is not on the
   * chain.
   */
  wrong: readonly Pool[]
}

const REPLACED: Audit = { verdict: 'replaced', wrong: [] }

export interface AuditorDeps {
  multicall3: Address
  modules: LiquidityModules
  nodes: Pick<RpcNodes, 'witnessOf' | 'hashesAt' | 'demote' | 'each'>
  signal: AbortSignal
  report: (event: AuditEvent) => void
  /** Milliseconds before a difference is read again. Default: 250. */
  recheckMs?: number
}

const RECHECK_MS = 250
const ASK_AGAIN_MS = 5_000
/** Limits the pools of a repeated audit. */
const MAX_DISPUTED = 64

export function createAuditor(deps: AuditorDeps): Auditor {
  const { multicall3, modules, nodes, signal, report, recheckMs = RECHECK_MS } = deps
  let disputed: readonly Address[] = []
  let askedAt = 0
  let epoch = 0

  async function judge(sample: readonly Pool[], { blockNumber, blockHash, l1Fee }: ChainState) {
    const { verdict, contradicted } = await verifyPools(sample, {
      nodes: nodes.each(),
      modules,
      multicall3,
      blockHash,
      l1Fee,
    })
    for (const node of contradicted) node.distrust()
    const pools = sample.map(({ address }) => address)
    if (verdict === 'wrong') {
      report({ type: 'diverged', blockNumber, pools })
      if (contradicted.length === 0) nodes.demote()
    } else if (verdict === 'disputed' || contradicted.length > 0) {
      report({ type: 'contradicted', blockNumber, pools, isSettled: verdict === 'right' })
    }
    return verdict
  }

  /** Decides whether a block that no other node can read is on their chain. */
  async function judgeBlock({ blockNumber, blockHash }: ChainState, error: unknown) {
    const answers = (await nodes.hashesAt(blockNumber)).filter((hash) => hash !== undefined)
    const ours = answers.filter((hash) => hash === blockHash).length
    const theirs = answers.filter((hash) => typeof hash === 'string').length - ours
    if (answers.length < 2 && theirs === 0) return 'unread'
    // A block that is too new or was replaced proves nothing.
    if (ours === 0 || theirs === 0) throw error
    if (theirs <= ours) return 'disputed'
    nodes.demote()
    return 'wrong'
  }

  return {
    disputed: () => disputed,
    forget() {
      epoch += 1
    },
    isDue: () => disputed.length > 0 && performance.now() - askedAt > ASK_AGAIN_MS,

    async audit(state, sample) {
      askedAt = performance.now()
      const own = epoch
      const { blockHash, blockNumber, l1Fee } = state
      const read = createBlockReader(nodes.witnessOf(blockHash), { multicall3, blockHash, l1Fee })
      const differing = async () => new Set(await auditPools(sample, { modules, read }))
      let pools: ReadonlySet<Address>
      try {
        pools = await differing()
      } catch (error) {
        await sleep(recheckMs, signal)
        const verdict = await judgeBlock(state, error)
        if (own !== epoch) return REPLACED
        const addresses = sample.map(({ address }) => address)
        disputed = verdict === 'disputed' ? addresses.slice(0, MAX_DISPUTED) : []
        if (verdict === 'unread') report({ type: 'audit-failed', blockNumber, error })
        else report({ type: 'contradicted', blockNumber, pools: addresses, isSettled: verdict === 'wrong' })
        return { verdict, wrong: [] }
      }
      if (pools.size > 0) {
        // A node is inconsistent during a reorg, and a replaced block proves nothing.
        await sleep(recheckMs, signal)
        pools = await differing()
        if (!(await nodes.hashesAt(blockNumber)).includes(blockHash)) return REPLACED
      }
      if (own !== epoch) return REPLACED
      report({ type: 'audited', blockNumber })
      const suspected = sample.filter(({ address }) => pools.has(address))
      const verdict = suspected.length === 0 ? 'right' : await judge(suspected, state)
      if (own !== epoch) return REPLACED
      disputed = verdict === 'disputed' ? suspected.slice(0, MAX_DISPUTED).map(({ address }) => address) : []
      return { verdict, wrong: verdict === 'wrong' ? suspected : [] }
    },
  }
}
