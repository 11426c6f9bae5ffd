import type { ChainServiceConfig } from '../config/types.ts'
import { createPoolAudits } from './audit/pool-audits.ts'
import type { SuspectLimits } from './audit/suspects.ts'
import { createWrongPools } from './audit/wrong-pools.ts'
import type { ChainEvent } from './chain-events.ts'
import { createRoutedChain } from './create-routed-chain.ts'
import type { PoolStore } from './discovery/pool-store.ts'
import { createFollowTurn } from './follow-turn.ts'
import { hideBlockedPools } from './pool-set/hide-blocked-pools.ts'
import { createPoolLosses } from './pool-set/pool-losses.ts'
import { createWaitingRequests } from './pool-set/waiting-requests.ts'
import { createPublication } from './publication.ts'
import type { RoutedChain } from './routed-chain.ts'
import type { DailyCount } from './rpc/node-meter.ts'
import type { RpcMeasure } from './rpc/ordered-requests.ts'
import { createRpcNodes } from './rpc/rpc-nodes.ts'
import { createSyncDeps } from './sync/create-sync-deps.ts'
import { createFollowLoop } from './sync/follow-loop.ts'
import { createFreshness } from './sync/freshness.ts'
import { createPoolMaintenance } from './sync/pool-maintenance.ts'
import { createTokenRegistry } from './tokens/token-registry.ts'

export interface FollowOptions {
  onEvent?: (event: ChainEvent) => void
  /** Called for each request to a node. */
  onRequest?: (measure: RpcMeasure) => void
  /**
   * Milliseconds between polls of the head without a subscription. Default: a quarter of the block
   * time, 250 to 1000.
   */
  pollMs?: number
  /** Blocks between audits. Default: 32. */
  blocksBetweenAudits?: number
  /**
   * Limits the audits of pools that failed quotes suspect. Default: 4 a block, each pool once a
   * minute.
   */
  suspectLimits?: SuspectLimits
  /** Stores discovered pools between starts. Default: every start discovers them again. */
  store?: PoolStore
  /** Milliseconds between checks for pools that memory lacks. Default: 30,000. */
  rediscoverMs?: number
  /** Largest gap that is closed by its logs. A longer gap reloads every pool. Default: 2,000. */
  maxCatchUpBlocks?: number
}

/** A followed chain that can be started and stopped. */
export interface ChainFollower extends RoutedChain {
  /**
   * Follows the chain until `stop` and retries after any node failure. Resolves with the first
   * snapshot or with `stop`. Rejects only with a `ChainMismatchError` if the config does not match
   * the chain, and continues to check, because the nodes may be wrong.
   */
  start(): Promise<void>
  stop(): Promise<void>
  /** Daily counts of the nodes with a `callsPerDay`. */
  dailyCounts: readonly DailyCount[]
}

/** Follows the pools of one chain, block by block. */
export function createFollowedChain(config: ChainServiceConfig, options: FollowOptions = {}): ChainFollower {
  const report = options.onEvent ?? (() => undefined)
  const pollMs = options.pollMs ?? Math.min(1_000, Math.max(250, config.blockSeconds * 250))
  const ending = new AbortController()
  const { signal } = ending
  const nodes = createRpcNodes(config, {
    signal,
    ...(options.onRequest && { onRequest: options.onRequest }),
  })
  const registry = createTokenRegistry({
    client: nodes.client,
    config,
    onChange: () => publication.renew(),
  })
  const freshness = createFreshness(config)
  const losses = createPoolLosses()
  const deps = createSyncDeps(config, {
    ...{ nodes, signal, store: options.store, maxCatchUpBlocks: options.maxCatchUpBlocks },
    suspect: (pools) => audits.suspect(pools),
    caughtUp: () => audits.caughtUp(),
    report(event) {
      if (event.type === 'loaded') {
        audits.loaded()
        wrongPools.loaded()
      }
      report(event)
    },
  })
  const { memory, modules, queue } = deps
  const wrongPools = createWrongPools({
    missed: deps.missed,
    followed: modules.followed,
    report,
    onChange: () => publication.hideAgain(),
  })
  const publication = createPublication((state) =>
    hideBlockedPools(wrongPools.hideIn(state), registry.blockedHolders()),
  )
  const audits = createPoolAudits({
    ...{ multicall3: config.multicall3, modules, nodes, signal, report, wrongPools },
    nodeCount: config.rpcUrls.length,
    baseTokens: config.baseTokens,
    blocksBetweenAudits: options.blocksBetweenAudits,
    suspectLimits: options.suspectLimits,
    // The cause is a bug or a faulty node. The next turn drops all snapshots and reloads.
    onWrong() {
      turn.diverged()
      loop.wake()
    },
  })
  const maintenance = createPoolMaintenance({
    ...{ deps, nodes, everyMs: options.rediscoverMs },
    isKnown: (address) =>
      memory.has(address) || publication.complete()?.poolIndex.contract(address) !== undefined,
  })
  const turn = createFollowTurn({
    ...{ deps, nodes, publication, registry, freshness, losses, audits, maintenance, report },
    answer: () => waitingRequests.answer(),
  })
  const loop = createFollowLoop({
    ...{ config, pollMs, signal, report },
    turn: turn.take,
    blockNumber: () => publication.current()?.blockNumber,
    isBusy: () => !queue.isEmpty(),
    demote: nodes.demote,
  })
  const waitingRequests = createWaitingRequests({ queue, wake: loop.wake, pollMs })
  let running: Promise<unknown> | undefined

  return {
    ...createRoutedChain({
      ...{ config, nodes, publication, registry, freshness, losses, audits, turn, waitingRequests },
      ...{ memory, watch: deps.watch, waits: deps.waits },
    }),
    dailyCounts: nodes.dailyCounts,

    start() {
      return new Promise((resolve, reject) => {
        running ??= loop.run(resolve, reject)
        running.then(() => resolve(), reject)
      })
    },

    async stop() {
      ending.abort()
      loop.wake()
      await running?.catch(() => undefined)
    },
  }
}
