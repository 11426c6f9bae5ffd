import type { Address } from '../../wire/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { PoolAudits } from './audit/pool-audits.ts'
import type { DiscoveryWatch } from './discovery/discovery-progress.ts'
import type { DiscoveryWaits } from './discovery/discovery-wait.ts'
import type { FollowTurn } from './follow-turn.ts'
import type { PoolLosses } from './pool-set/pool-losses.ts'
import type { PoolMemory } from './pool-set/pool-memory.ts'
import type { WaitingRequests } from './pool-set/waiting-requests.ts'
import type { Publication } from './publication.ts'
import type { RoutedChain } from './routed-chain.ts'
import type { RpcNodes } from './rpc/rpc-nodes.ts'
import { getPools } from './snapshot/pool-index.ts'
import { describeLag, type Freshness } from './sync/freshness.ts'
import type { TokenRegistry } from './tokens/token-registry.ts'

interface RoutedChainParts {
  config: ChainServiceConfig
  nodes: Pick<RpcNodes, 'callers' | 'use'>
  publication: Publication
  registry: TokenRegistry
  freshness: Freshness
  losses: PoolLosses
  audits: Pick<PoolAudits, 'isDisputed' | 'suspect'>
  turn: Pick<FollowTurn, 'isMismatched'>
  waitingRequests: Pick<WaitingRequests, 'wait'>
  memory: PoolMemory
  watch: DiscoveryWatch
  waits: DiscoveryWaits
}

/** Creates the interface of a followed chain for the router and the HTTP endpoints. */
export function createRoutedChain({
  config,
  nodes,
  publication,
  registry,
  freshness,
  losses,
  audits,
  turn,
  waitingRequests,
  memory,
  watch,
  waits,
}: RoutedChainParts): RoutedChain {
  function describeTrouble(): string | undefined {
    if (turn.isMismatched()) return 'its config does not match the chain; the log lists the differences'
    if (audits.isDisputed()) return 'its nodes return different pool states'
    return describeLag(freshness.lagSeconds())
  }

  function getLacking(...pair: [tokenA: string, tokenB: string]) {
    const state = publication.complete()
    return state ? memory.lacking(...pair, state.poolIndex) : []
  }

  /** Tokens of pools that were just loaded are read in the background. */
  function isUnread(token: string): boolean {
    const state = publication.current()
    return state !== undefined && registry.isUnread(token, state.poolIndex)
  }

  function getTokens(address: Address): readonly Address[] {
    return getPools(publication.complete()?.poolIndex.contract(address)).flatMap(({ tokens }) => tokens)
  }

  return {
    config,
    client: nodes.callers,
    snapshot: publication.current,
    headAgeMs: freshness.headAgeMs,
    isStale: () => publication.current() === undefined || audits.isDisputed() || freshness.isStale(),
    token: registry.token,
    tokens: registry.tokens,
    discovery: watch.progress,
    discoveryWait: () => (publication.current() ? undefined : waits.current()),
    knownPools: memory.total,
    poolLoss: losses.loss,
    trouble: describeTrouble,
    nodeUse: nodes.use,
    prepare: (...pair) =>
      waitingRequests.wait(
        () => getLacking(...pair),
        () => pair.some(isUnread),
      ),
    isKnownPool: (address) => memory.has(address.toLowerCase()),
    tradableTokens: registry.tradable,
    suspect(pools) {
      audits.suspect(pools)
      registry.suspect(pools.flatMap(getTokens))
    },
  }
}
