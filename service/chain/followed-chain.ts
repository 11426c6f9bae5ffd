import type { Address } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { splitFollowed } from '../modules/core/module.ts'
import { createModules } from '../modules/create-modules.ts'
import type { ChainEvent } from './chain-events.ts'
import { checkChain } from './check-chain.ts'
import type { DiscoveryRecord } from './discover.ts'
import { createDiscoveryWatch } from './discovery-progress.ts'
import { createDiscoveryWaits } from './discovery-wait.ts'
import { getFinalityBlocks } from './finality-blocks.ts'
import { createFollowLoop } from './follow-loop.ts'
import { createFreshness } from './freshness.ts'
import { hideBlockedPools } from './hide-blocked-pools.ts'
import { createHistory } from './history.ts'
import { l1FeeReader } from './l1-fee.ts'
import { createFindLackingPools } from './lacking-pools.ts'
import { createLoadQueue } from './load-queue.ts'
import { createLogRange } from './log-range.ts'
import { createChainNode, MAX_BLOCKS_PER_QUERY } from './node.ts'
import type { DailyCount } from './node-meter.ts'
import { createPoolAudits } from './pool-audits.ts'
import { getPools } from './pool-index.ts'
import { createPoolLedger } from './pool-ledger.ts'
import { createPoolLosses } from './pool-losses.ts'
import { createPoolMaintenance } from './pool-maintenance.ts'
import { createPoolMemory } from './pool-memory.ts'
import type { PoolStore } from './pool-store.ts'
import { createQuestions } from './questions.ts'
import { createRediscovery } from './rediscovery.ts'
import type { RoutedChain, RoutedSnapshot } from './routed-chain.ts'
import { createRpcNodes, type RpcMeasure } from './rpc-nodes.ts'
import { getHubs } from './select-pools.ts'
import type { ChainState } from './snapshot.ts'
import { getSourceTerms } from './source-terms.ts'
import type { SuspectLimits } from './suspects.ts'
import { loadWanted, type SyncDeps, syncToHead } from './sync.ts'
import { createTokenRegistry } from './token-registry.ts'
import { createWrongPools } from './wrong-pools.ts'

export interface FollowOptions {
  onEvent?: (event: ChainEvent) => void
  /** Called for each request to a node. */
  onRequest?: (measure: RpcMeasure) => void
  /** Milliseconds between polls of the head, without a subscription. Default: a quarter of the block time, 250 to 1000. */
  pollMs?: number
  /** Blocks after which some pools are read again. Default: 32. */
  blocksBetweenAudits?: number
  /** How many of the pools that failed quotes suspect are read again. Default: 4 a block, each once a minute. */
  suspectLimits?: SuspectLimits
  /** Keeps the pools that were discovered between starts. Default: they are discovered at each start. */
  store?: PoolStore
  /** Milliseconds between checks for pools that memory lacks. Default: 30,000. */
  rediscoverMs?: number
  /** Blocks of a gap whose logs are read; after a longer one every pool is read anew. Default: 2,000. */
  maxCatchUpBlocks?: number
}

/** A followed chain that can be started and stopped. */
export interface ChainFollower extends RoutedChain {
  /**
   * Follows until `stop`, and retries on any failure of the nodes. Resolves with the first snapshot or with `stop`; rejects
   * only with a `ChainMismatchError`, when the config does not match the chain: then it goes on checking, in case its nodes erred.
   */
  start(): Promise<void>
  stop(): Promise<void>
  /** Of its nodes with a `callsPerDay`. */
  dailyCounts: readonly DailyCount[]
}

const REDISCOVER_MS = 30_000
const MAX_CATCH_UP_BLOCKS = 2_000
/** What the first snapshot waits for its tokens. */
const MAX_FIRST_TOKENS_MS = 20_000
/** Blocks of a gap whose logs are asked for at once. */
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
    // A bug or a faulty node: the next turn drops all snapshots, and reads everything again.
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
  /** What `published` shows, but for pools that are wrong. */
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
    // Without them nothing has a price. Those that are slow are read meanwhile.
    if (!published) {
      const onTimeout = () => undefined
      await withTimeout(registry.update(atHead), { timeoutMs: MAX_FIRST_TOKENS_MS, onTimeout })
    }
    publish(atHead)
    // A block does not wait for them.
    const state = await loadWanted(atHead, deps)
    if (state !== atHead) publish(state)
    questions.answer()
    audits.start(state)
    void readTokens(state)
    if (shown === state) poolMaintenance.start(state)
  }

  /** Beside following: anybody's tokens must not delay a block. */
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
    // Calls may have waited for a budget since the head was learned.
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

  /** Publishes a new object, because caches by snapshot know the tokens as they were when it was published. */
  function republish(): void {
    if (!published) return
    serve()
    if (published) published = { ...published }
  }

  function describeTrouble(): string | undefined {
    if (isMismatched) return 'its config and the chain do not agree; the log says how'
    if (audits.isDisputed()) return 'its nodes disagree about the state of pools'
    const lag = freshness.lagSeconds()
    if (lag === undefined) return undefined
    return lag > 0
      ? `the newest block is ${lag} s old by its own clock`
      : `the newest block is ${-lag} s ahead of this machine's clock: one of the two is wrong`
  }

  function isKnown(address: Address): boolean {
    return memory.has(address) || shown?.poolIndex.contract(address) !== undefined
  }

  /** Once is enough: what it compares is immutable. */
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
      reason: 'nodes read pools otherwise than memory has them',
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
        // Those of pools that were just loaded are read beside following.
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
