import type { FollowedChain } from '../chain/types.ts'
import { type RequestTally, TALLY_BUCKETS_MS, TALLY_WINDOW_MS } from '../observability/request-tally.ts'

export interface StatusReportDeps {
  chains: readonly FollowedChain[]
  tally: RequestTally
}

/** The data of the status page. Public: contains no node, no key, no caller. */
export function reportStatus({ chains, tally }: StatusReportDeps) {
  return {
    ...reportHealth(chains),
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

/** The short form for health checks. */
export function reportHealth(chains: readonly FollowedChain[]) {
  return {
    name: 'sluice',
    status: getStatus(chains),
    chains: chains.map((chain) => ({
      chainID: chain.config.name,
      networkID: chain.config.id,
      blockNumber: chain.snapshot()?.blockNumber.toString() ?? null,
      isStale: chain.isStale(),
    })),
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
    tokens: chain.tokens().length,
    pools: [...counts.values()].reduce((sum, count) => sum + count, 0),
    modules: config.sources.map(({ module, name }) => ({ module, name, pools: counts.get(module) ?? 0 })),
  }
}

const INTERFACES = {
  router: ['POST /router/v1/price', 'POST /router/v1/quote', 'GET /router/liquidity'],
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

function getStatus(chains: readonly FollowedChain[]): 'up' | 'degraded' | 'down' {
  const stale = chains.filter((chain) => chain.isStale()).length
  if (stale === 0) return 'up'
  return stale < chains.length ? 'degraded' : 'down'
}
