import { withTimeout } from '../lib/with-timeout.ts'
import type { PoolAudits } from './audit/pool-audits.ts'
import type { ChainEvent } from './chain-events.ts'
import type { PoolLosses } from './pool-set/pool-losses.ts'
import type { Publication } from './publication.ts'
import type { RpcNodes } from './rpc/rpc-nodes.ts'
import type { ChainState } from './snapshot/snapshot.ts'
import { ChainMismatchError, checkChain } from './startup-checks/check-chain.ts'
import type { createSyncDeps } from './sync/create-sync-deps.ts'
import type { Freshness } from './sync/freshness.ts'
import type { PoolMaintenance } from './sync/pool-maintenance.ts'
import { loadWanted, syncToHead } from './sync/sync.ts'
import type { TokenRegistry } from './tokens/token-registry.ts'

/** One turn of following a chain: syncs memory to the head and publishes the snapshot. */
export interface FollowTurn {
  take(): Promise<void>
  /** Drops all snapshots and reloads at the next turn. */
  diverged(): void
  /** Checks whether the config does not match the chain. */
  isMismatched(): boolean
}

export interface FollowTurnDeps {
  deps: ReturnType<typeof createSyncDeps>
  nodes: RpcNodes
  publication: Publication
  registry: Pick<TokenRegistry, 'update'>
  freshness: Freshness
  losses: PoolLosses
  audits: Pick<PoolAudits, 'accept' | 'start'>
  maintenance: PoolMaintenance
  /** Wakes the requests that wait for pools or tokens. */
  answer: () => void
  report: (event: ChainEvent) => void
}

/** How long the first snapshot waits for its tokens. */
const MAX_FIRST_TOKENS_MS = 20_000

export function createFollowTurn({
  deps,
  nodes,
  publication,
  registry,
  freshness,
  losses,
  audits,
  maintenance,
  answer,
  report,
}: FollowTurnDeps): FollowTurn {
  const { config, watch, waits, history, signal } = deps
  let areTokensUnread = false
  let isChecked = false
  let isMismatched = false
  let hasDiverged = false

  async function sync(): Promise<void> {
    const published = publication.current()
    if (published) {
      const followed = { blockNumber: published.blockNumber, isDoubtful: freshness.isDoubtful() }
      nodes.check(followed).catch(() => undefined)
    }
    if (!isChecked) await check()
    if (hasDiverged) dropAll()
    const atHead = await syncToHead(deps)
    await audits.accept(atHead)
    // No token has a price before it is read. Slow tokens are read in the background.
    if (!publication.current()) {
      const onTimeout = () => undefined
      await withTimeout(registry.update(atHead), { timeoutMs: MAX_FIRST_TOKENS_MS, onTimeout })
    }
    publish(atHead)
    // A block is published before these pools are loaded.
    const state = await loadWanted(atHead, deps)
    if (state !== atHead) publish(state)
    answer()
    audits.start(state)
    void readTokens(state)
    if (publication.complete() === state) maintenance.start(state)
  }

  /** One successful check is enough, because it compares immutable data. */
  async function check(): Promise<void> {
    try {
      await checkChain(config, { nodes, readHead: deps.node.latest })
    } catch (error) {
      if (error instanceof ChainMismatchError) isMismatched = true
      throw error
    }
    isChecked = true
    isMismatched = false
  }

  function dropAll(): void {
    hasDiverged = false
    report({
      type: 'reloading',
      cause: 'diverged',
      reason: 'nodes return other pool states than memory holds',
    })
    history.clear()
    nodes.distrustChain()
  }

  function publish(state: ChainState): void {
    watch.ended()
    waits.ended()
    // Calls may have waited for a budget since the head arrived.
    const learnedAt = config.nodeBudgets && deps.node.learnedAt(state.blockHash)
    freshness.seen(state, learnedAt)
    if (!hasDiverged) publication.publish(state)
    losses.count([...state.modules().values()].reduce((sum, { healthy }) => sum + healthy, 0))
  }

  /** Runs in the background: tokens come from untrusted callers and must not delay a block. */
  async function readTokens(state: ChainState): Promise<void> {
    try {
      await registry.update(state)
      if (areTokensUnread) report({ type: 'token-read-recovered', blockNumber: state.blockNumber })
      areTokensUnread = false
      answer()
    } catch (error) {
      if (signal.aborted) return
      areTokensUnread = true
      report({ type: 'token-read-failed', error })
    }
  }

  return {
    isMismatched: () => isMismatched,

    async take() {
      try {
        await sync()
      } catch (error) {
        watch.failed()
        if (!publication.current()) waits.failed(error)
        throw error
      }
    },

    diverged() {
      hasDiverged = true
      publication.clear()
    },
  }
}
