import type { DiscoveryProgress } from '../chain/discovery/discovery-progress.ts'
import type { PoolLoss } from '../chain/pool-set/pool-losses.ts'
import type { FollowedChain } from '../chain/types.ts'
import { getProtocol } from '../modules/protocols.ts'
import { createRedact } from '../observability/redact.ts'
import { type RequestTally, TALLY_BUCKETS_MS, TALLY_WINDOW_MS } from '../observability/request-tally.ts'

export interface StatusReportDeps {
  chains: readonly FollowedChain[]
  tally: RequestTally
  /** False while calls with a key cannot be answered. */
  canReadKeys: () => boolean
  /** False while limits that instances share are counted by this one alone. Default: true. */
  areLimitsShared?: (() => boolean) | undefined
  /** Describes what the database cannot do now. Default: nothing. */
  databaseProblem?: (() => string | undefined) | undefined
  /** True once this instance is about to stop. Default: false. */
  isEnding?: (() => boolean) | undefined
}

/** The data of the status page. Public: contains no node, no key, no caller. */
export function reportStatus({ tally, ...deps }: StatusReportDeps) {
  const { chains } = deps
  return {
    ...reportHealth(deps),
    uptimeSeconds: Math.floor(process.uptime()),
    memoryBytes: process.memoryUsage.rss(),
    chains: chains.map(reportChain),
    requests: {
      atLeastSeconds: TALLY_WINDOW_MS / 1000,
      bucketsMs: TALLY_BUCKETS_MS,
      routes: tally.routes(),
    },
    interfaces: INTERFACES,
  }
}

/** The short form for health checks. `problems` says in words what keeps the status from being `up`. */
export function reportHealth({
  chains,
  canReadKeys,
  areLimitsShared,
  databaseProblem,
  isEnding,
}: Omit<StatusReportDeps, 'tally'>) {
  const reported = chains.map((chain) => ({
    chain,
    missing: getMissing(chain),
    loss: chain.poolLoss(),
    refusesQuotes: isOutOfQuoteCalls(chain),
  }))
  const hasKeys = canReadKeys()
  const databaseTrouble = hasKeys ? databaseProblem?.() : undefined
  const shared = [
    ...(hasKeys ? [] : ['API keys cannot be read']),
    ...((areLimitsShared?.() ?? true)
      ? []
      : ['rate limits are counted by this instance alone: Redis cannot be used']),
    ...(databaseTrouble === undefined ? [] : [databaseTrouble]),
  ]
  const isLeaving = isEnding?.() ?? false
  return {
    name: 'sluice',
    status: hasKeys && !isLeaving ? getStatus(reported, shared.length === 0) : ('down' as const),
    problems: [
      ...(isLeaving ? ['this instance is stopping'] : []),
      ...shared,
      ...reported.flatMap(describeProblem),
    ],
    chains: reported.map(({ chain, missing }) => ({
      chainID: chain.config.name,
      networkID: chain.config.id,
      blockNumber: chain.snapshot()?.blockNumber.toString() ?? null,
      isStale: chain.isStale(),
      missingModules: missing?.modules ?? [],
      discovery: chain.discovery() ?? null,
      waitsFor: reportWait(chain),
      nodes: describeNodes(chain),
    })),
  }
}

/** In the order of the config, without their addresses. */
function describeNodes(chain: FollowedChain) {
  return chain.nodeUse().map(({ callsToday, callsPerDay, callsPerSecond, overBudget, isSpent }) => ({
    callsToday,
    callsPerDay: callsPerDay ?? null,
    callsPerSecond: callsPerSecond ?? null,
    overBudget,
    isSpent,
  }))
}

interface ReportedChain {
  chain: FollowedChain
  missing: Missing | undefined
  loss: PoolLoss | undefined
  /** No node may be called for quotes. */
  refusesQuotes: boolean
}

/** Exchanges of the config without a pool that can trade. */
interface Missing {
  modules: string[]
  /** Only other sources are left, if any. */
  isAll: boolean
}

/** Undefined where nothing is missing, or nothing is loaded yet. */
function getMissing(chain: FollowedChain): Missing | undefined {
  const found = chain.snapshot()?.modules()
  const exchanges = chain.config.sources.filter((source) => getProtocol(source).isExchange)
  const without = exchanges.filter(({ module }) => !found?.get(module)?.healthy)
  if (!found || without.length === 0) return undefined
  return { modules: without.map(({ module }) => module), isAll: without.length === exchanges.length }
}

function isOutOfQuoteCalls(chain: FollowedChain): boolean {
  const nodes = chain.nodeUse()
  return nodes.length > 0 && nodes.every(({ isSpentForCallers }) => isSpentForCallers)
}

function describeProblem({ chain, missing, loss, refusesQuotes }: ReportedChain): string[] {
  const { name } = chain.config
  return [
    ...(chain.isStale() ? [`${name}: ${describeStale(chain)}`] : []),
    ...(missing ? [`${name}: no pools of ${missing.modules.join(', ')}`] : []),
    ...(loss ? [`${name}: ${loss.left} pools are left of ${loss.before} within the last hour`] : []),
    ...(refusesQuotes && !chain.isStale()
      ? [`${name}: quotes have made all calls to nodes that they may make today`]
      : []),
  ]
}

function describeStale(chain: FollowedChain): string {
  const nodes = chain.nodeUse()
  if (nodes.length > 0 && nodes.every(({ isSpent }) => isSpent)) return 'no node has calls left today'
  const progress = chain.discovery()
  const wait = describeWait(chain)
  if (!progress) return chain.trouble() ?? wait ?? 'no recent block'
  const left = progress.secondsLeft ? `, about ${progress.secondsLeft} s left` : ''
  return `${describeProgress(progress)}${left}${wait ? `; ${wait}` : ''}`
}

function describeWait(chain: FollowedChain): string | undefined {
  const wait = reportWait(chain)
  // Other failures are shown as `waitsFor` alone.
  if (!wait || wait.fromBlock === null) return undefined
  const { sources, fromBlock, toBlock, error, node, since } = wait
  const logs = `the logs of blocks ${fromBlock} to ${toBlock} (${sources.join(', ')})`
  return `waits for ${logs} since ${since}: ${node ?? 'the last error'}: ${error}`
}

const MAX_ERROR_LENGTH = 200

/** Names nodes by their place in the config, and removes addresses and keys that a node may have repeated. */
function reportWait(chain: FollowedChain) {
  const wait = chain.discoveryWait()
  if (!wait) return null
  const { rpcUrls } = chain.config
  const redacted = createRedact(rpcUrls)(wait.error.replaceAll(/\s+/g, ' '))
  const error = rpcUrls.reduce((text, url) => text.replaceAll(new URL(url).hostname, '[node]'), redacted)
  return {
    sources: wait.sources,
    fromBlock: wait.fromBlock ?? null,
    toBlock: wait.toBlock ?? null,
    error: error.slice(0, MAX_ERROR_LENGTH),
    node: wait.node === undefined ? null : `node ${wait.node} of ${rpcUrls.length}`,
    since: new Date(wait.sinceMs).toISOString(),
  }
}

function describeProgress({ stage, block, toBlock, pools = 0, toPools = 0 }: DiscoveryProgress): string {
  switch (stage) {
    case 'measuring':
    case 'loading':
      return `${stage} pools, ${pools.toLocaleString('en')} of ${toPools.toLocaleString('en')}`
    case 'recent':
      return `reading recent blocks, block ${block} of ${toBlock}`
    case 'discovering':
    case undefined:
      return `discovering pools, block ${block} of ${toBlock}`
    default:
      throw new Error(`Unknown stage ${stage satisfies never}`)
  }
}

function reportChain(chain: FollowedChain) {
  const { config } = chain
  const snapshot = chain.snapshot()
  const counts = new Map(Array.from(snapshot?.modules() ?? [], ([module, { pools }]) => [module, pools]))
  const ageMs = chain.headAgeMs()
  return {
    chainID: config.name,
    networkID: config.id,
    blockNumber: snapshot?.blockNumber.toString() ?? null,
    headAgeSeconds: Number.isFinite(ageMs) ? Math.round(ageMs / 100) / 10 : null,
    isStale: chain.isStale(),
    discovery: chain.discovery() ?? null,
    waitsFor: reportWait(chain),
    tokens: chain.tokens().length,
    pools: [...counts.values()].reduce((sum, count) => sum + count, 0),
    knownPools: chain.knownPools() ?? null,
    nodes: describeNodes(chain),
    modules: config.sources.map(({ module, name }) => ({ module, name, pools: counts.get(module) ?? 0 })),
  }
}

const INTERFACES = {
  router: [
    'POST /router/v1/price',
    'POST /router/v1/quote',
    'GET /router/liquidity',
    'GET /router/private-rpcs',
  ],
  tokens: ['POST /tokens/graphql'],
  rates: ['POST /rates', 'GET /rates/chains'],
  yield: [
    'POST /yield/historical-apy',
    'POST /yield/diluted-apy',
    'POST /yield/tvl',
    'GET /yield/active-protocols',
    'GET /yield/health-check',
    'GET /yield/metrics',
    'GET /yield/system-metrics',
  ],
}

/** `degraded` while sources, pools, chains or shared servers are missing; `down` without any chain. */
function getStatus(chains: readonly ReportedChain[], hasShared: boolean): 'up' | 'degraded' | 'down' {
  const lost = chains.filter(({ chain, missing }) => chain.isStale() || missing?.isAll).length
  if (lost > 0 && lost === chains.length) return 'down'
  return lost > 0 || !hasShared || chains.some(isImpaired) ? 'degraded' : 'up'
}

function isImpaired({ missing, loss, refusesQuotes }: ReportedChain): boolean {
  return missing !== undefined || loss !== undefined || refusesQuotes
}
