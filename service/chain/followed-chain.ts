import type { Address } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { splitFollowed } from '../modules/core/module.ts'
import { createModules } from '../modules/create-modules.ts'
import { createPoolAudits } from './audit/pool-audits.ts'
import type { SuspectLimits } from './audit/suspects.ts'
import { createWrongPools } from './audit/wrong-pools.ts'
import { getFinalityBlocks } from './blocks/finality-blocks.ts'
import { l1FeeReader } from './blocks/l1-fee.ts'
import { createLogRange } from './blocks/log-range.ts'
import { createChainNode, MAX_BLOCKS_PER_QUERY } from './blocks/node.ts'
import type { ChainEvent } from './chain-events.ts'
import type { DiscoveryRecord } from './discovery/discover.ts'
import { createDiscoveryWatch } from './discovery/discovery-progress.ts'
import { createDiscoveryWaits } from './discovery/discovery-wait.ts'
import { createPoolLedger } from './discovery/pool-ledger.ts'
import type { PoolStore } from './discovery/pool-store.ts'
import { createRediscovery } from './discovery/rediscovery.ts'
import { getSourceTerms } from './discovery/source-terms.ts'
import { hideBlockedPools } from './pool-set/hide-blocked-pools.ts'
import { createLoadQueue } from './pool-set/load-queue.ts'
import { createPoolLosses } from './pool-set/pool-losses.ts'
import { createPoolMemory } from './pool-set/pool-memory.ts'
import { createQuestions } from './pool-set/questions.ts'
import { getHubs } from './pool-set/select-pools.ts'
import type { RoutedChain } from './routed-chain.ts'
import type { DailyCount } from './rpc/node-meter.ts'
import type { RpcMeasure } from './rpc/ordered-requests.ts'
import { createRpcNodes } from './rpc/rpc-nodes.ts'
import { createHistory } from './snapshot/history.ts'
import { getPools } from './snapshot/pool-index.ts'
import type { RoutedSnapshot } from './snapshot/routed-snapshot.ts'
import type { ChainState } from './snapshot/snapshot.ts'
import { checkChain } from './startup-checks/check-chain.ts'
import { createFollowLoop } from './sync/follow-loop.ts'
import { createFreshness } from './sync/freshness.ts'
import { createFindLackingPools } from './sync/lacking-pools.ts'
import { createPoolMaintenance } from './sync/pool-maintenance.ts'
import { loadWanted, type SyncDeps, syncToHead } from './sync/sync.ts'
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

const REDISCOVER_MS = 30_000
const MAX_CATCH_UP_BLOCKS = 2_000
/** How long the first snapshot waits for its tokens. */
const MAX_FIRST_TOKENS_MS = 20_000
/** Blocks of a gap per log request. */
const MAX_GAP_RANGE = 250

/** Follows the pools of one chain, block by block. */
export function createFollowedChain(config: ChainServiceConfig, options: FollowOptions = {}): ChainFollower {
  const report = options.onEvent ?? (() => undefined)
  const pollMs = options.pollMs ?? Math.min(1_000, Math.max(250, config.blockSeconds * 250))
  const ending = new AbortController()
  const nodes = createRpcNodes(config, {
    signal: ending.signal,
    ...(options.onRequest && { onRequest: options.onRequest }),
  })
  const { client } = nodes
  const history = createHistory()
  const registry = createTokenRegistry({ client, config, onChange: republish })
  const freshness = createFreshness(config)
  const modules = createModules(config)
  const { announcing, listing } = splitFollowed(modules.followed)
  const record: DiscoveryRecord = {
    latest: undefined,
    listed: new Map(),
    silent: new Map(),
    named: new Map(),
    unanswered: new Set(),
    short: new Map(),
  }
  const ledger = createPoolLedger({
    followed: announcing,
    termsOf: ({ id }) => getSourceTerms(config, id),
    fromBlock: config.fromBlock,
    store: options.store,
    report,
  })
  const losses = createPoolLosses()
  const watch = createDiscoveryWatch((progress) => report({ type: 'discovering', ...progress }))
  const waits = createDiscoveryWaits(nodes.placeOf)
  const memory = createPoolMemory({ config, ledger, watch })
  const maxBlocks = config.logBlocks ?? Number(MAX_BLOCKS_PER_QUERY)
  const missed: SyncDeps['missed'] = new Set()
  const deps: SyncDeps = {
    config,
    client,
    nodes,
    node: createChainNode(client, l1FeeReader(config, client)),
    witnessOf: (blockHash) => createChainNode(nodes.witnessOf(blockHash)),
    findLacking: createFindLackingPools(modules),
    modules,
    followed: announcing,
    listing,
    hubs: getHubs(config),
    nodeCount: config.rpcUrls.length,
    ledger,
    range: createLogRange(maxBlocks),
    finalityBlocks: getFinalityBlocks(config),
    watch,
    waits,
    signal: ending.signal,
    history,
    record,
    suspect: (pools) => audits.suspect(pools),
    caughtUp: () => audits.caughtUp(),
    missed,
    memory,
    queue: createLoadQueue(),
    unwanted: new Set(),
    maxBlocks: options.maxCatchUpBlocks ?? MAX_CATCH_UP_BLOCKS,
    gapRange: createLogRange(Math.min(maxBlocks, MAX_GAP_RANGE)),
    report(event) {
      if (event.type === 'loaded') {
        audits.loaded()
        wrongPools.loaded()
      }
      report(event)
    },
  }
  const wrongPools = createWrongPools({ missed, followed: modules.followed, report, onChange: serve })
  const audits = createPoolAudits({
    ...{ multicall3: config.multicall3, modules, nodes, signal: ending.signal, report },
    nodeCount: config.rpcUrls.length,
    baseTokens: config.baseTokens,
    blocksBetweenAudits: options.blocksBetweenAudits,
    suspectLimits: options.suspectLimits,
    wrongPools,
    // The cause is a bug or a faulty node. The next turn drops all snapshots and reloads.
    onWrong() {
      hasDiverged = true
      published = undefined
      shown = undefined
      loop.wake()
    },
  })
  const rediscovery = createRediscovery({
    node: createChainNode(nodes.witness),
    followed: announcing,
    fromBlock: BigInt(config.fromBlock),
    range: createLogRange(maxBlocks),
  })
  const poolMaintenance = createPoolMaintenance({
    ...{ deps, witness: nodes.witness, rediscovery, isKnown },
    everyMs: options.rediscoverMs ?? REDISCOVER_MS,
  })
  const loop = createFollowLoop({
    ...{ config, pollMs, signal: ending.signal, report },
    turn: takeTurn,
    blockNumber: () => published?.blockNumber,
    isBusy: () => !deps.queue.isEmpty(),
    demote: nodes.demote,
  })
  const questions = createQuestions({ queue: deps.queue, wake: loop.wake, pollMs })
  let running: Promise<unknown> | undefined
  let published: RoutedSnapshot | undefined
  /** The content of `published` before wrong pools are hidden. */
  let shown: ChainState | undefined
  let areTokensUnread = false
  let isChecked = false
  let isMismatched = false
  let hasDiverged = false

  async function takeTurn(): Promise<void> {
    try {
      await syncOnce()
    } catch (error) {
      watch.failed()
      if (!published) waits.failed(error)
      throw error
    }
  }

  async function syncOnce(): Promise<void> {
    if (published) {
      const followed = { blockNumber: published.blockNumber, isDoubtful: freshness.isDoubtful() }
      nodes.check(followed).catch(() => undefined)
    }
    if (!isChecked) await check()
    if (hasDiverged) dropAll()
    const atHead = await syncToHead(deps)
    await audits.accept(atHead)
    // No token has a price before it is read. Slow tokens are read in the background.
    if (!published) {
      const onTimeout = () => undefined
      await withTimeout(registry.update(atHead), { timeoutMs: MAX_FIRST_TOKENS_MS, onTimeout })
    }
    publish(atHead)
    // A block is published before these pools are loaded.
    const state = await loadWanted(atHead, deps)
    if (state !== atHead) publish(state)
    questions.answer()
    audits.start(state)
    void readTokens(state)
    if (shown === state) poolMaintenance.start(state)
  }

  /** Runs in the background: tokens come from untrusted callers and must not delay a block. */
  async function readTokens(state: ChainState): Promise<void> {
    try {
      await registry.update(state)
      if (areTokensUnread) report({ type: 'token-read-recovered', blockNumber: state.blockNumber })
      areTokensUnread = false
      questions.answer()
    } catch (error) {
      if (ending.signal.aborted) return
      areTokensUnread = true
      report({ type: 'token-read-failed', error })
    }
  }

  function publish(state: ChainState): void {
    watch.ended()
    waits.ended()
    // Calls may have waited for a budget since the head arrived.
    const learnedAt = config.nodeBudgets && deps.node.learnedAt(state.blockHash)
    freshness.seen(state, learnedAt)
    if (!hasDiverged && state !== shown) {
      shown = state
      serve()
    }
    losses.count([...state.modules().values()].reduce((sum, { healthy }) => sum + healthy, 0))
  }

  function serve(): void {
    published = shown && hideBlockedPools(wrongPools.hideIn(shown), registry.blockedHolders())
  }

  /** Publishes a new object, because caches by snapshot hold the tokens of the old one. */
  function republish(): void {
    if (!published) return
    serve()
    if (published) published = { ...published }
  }

  function describeTrouble(): string | undefined {
    if (isMismatched) return 'its config does not match the chain; the log lists the differences'
    if (audits.isDisputed()) return 'its nodes return different pool states'
    const lag = freshness.lagSeconds()
    if (lag === undefined) return undefined
    return lag > 0
      ? `the newest block is ${lag} s old by its own clock`
      : `the newest block is ${-lag} s ahead of this machine's clock: one of the two is wrong`
  }

  function isKnown(address: Address): boolean {
    return memory.has(address) || shown?.poolIndex.contract(address) !== undefined
  }

  /** One successful check is enough, because it compares immutable data. */
  async function check(): Promise<void> {
    await checkChain(config, { nodes, readHead: deps.node.latest })
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

  return {
    config,
    client: nodes.callers,
    snapshot: () => published,
    headAgeMs: freshness.headAgeMs,
    isStale: () => published === undefined || audits.isDisputed() || freshness.isStale(),
    token: registry.token,
    tokens: registry.tokens,
    discovery: watch.progress,
    discoveryWait: () => (published ? undefined : waits.current()),
    knownPools: memory.total,
    poolLoss: losses.loss,
    trouble: describeTrouble,
    nodeUse: nodes.use,
    dailyCounts: nodes.dailyCounts,

    prepare: (tokenA, tokenB) =>
      questions.wait(
        () => (shown ? memory.lacking(tokenA, tokenB, shown.poolIndex) : []),
        // Tokens of pools that were just loaded are read in the background.
        () => [tokenA, tokenB].some((token) => published && registry.isUnread(token, published.poolIndex)),
      ),

    isKnownPool: (address) => memory.has(address.toLowerCase()),
    tradableTokens: registry.tradable,
    suspect(pools) {
      audits.suspect(pools)
      const suspected = pools.flatMap((address) => getPools(shown?.poolIndex.contract(address)))
      registry.suspect(suspected.flatMap(({ tokens }) => tokens))
    },

    start() {
      return new Promise((resolve, reject) => {
        running ??= loop.run(resolve, (error) => {
          isMismatched = true
          reject(error)
        })
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
