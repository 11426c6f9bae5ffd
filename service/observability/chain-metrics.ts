import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { ChainEvent } from '../chain/chain-events.ts'
import { STORE_PARTS } from '../chain/discovery/pool-store.ts'
import type { NodeUse } from '../chain/rpc/node-meter.ts'
import type { RpcMeasure } from '../chain/rpc/ordered-requests.ts'
import { MAX_REORG_BLOCKS } from '../chain/snapshot/history.ts'
import { RELOAD_CAUSES } from '../chain/sync/sync-events.ts'
import type { FollowedChain } from '../chain/types.ts'

/** Metrics of following the chains. */
export interface ChainMetrics {
  chainEvent(chain: string, event: ChainEvent): void
  nodeAsked(chain: string, measure: RpcMeasure): void
}

const RPC_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const DEPTH_BUCKETS = [1, 2, 3, 5, 10, MAX_REORG_BLOCKS]

export function createChainMetrics(registry: Registry, chains: readonly FollowedChain[]): ChainMetrics {
  const registers = [registry]
  const counter = (name: string, help: string, ...labels: string[]) =>
    new Counter({ name, help, labelNames: ['chain', ...labels], registers })
  const reorgs = new Histogram({
    name: 'sluice_chain_reorg_depth_blocks',
    help: `Depth of reorganizations in blocks. Deeper ones than ${MAX_REORG_BLOCKS} cause a reload`,
    labelNames: ['chain'],
    buckets: DEPTH_BUCKETS,
    registers,
  })
  const loads = counter('sluice_chain_loads_total', 'Loads of all pools of a chain')
  const reloads = counter('sluice_chain_reloads_total', 'Reloads of all pools of a chain by cause', 'cause')
  const audits = counter(
    'sluice_chain_audits_total',
    'Audits that read some pools again, from another node if available',
  )
  const divergences = counter(
    'sluice_chain_divergent_pools_total',
    'Pools whose state in memory or from a node differed in an audit',
  )
  const rediscoveries = counter(
    'sluice_chain_rediscovered_pools_total',
    'Pools that were missing in memory, because a node omitted their logs',
  )
  const discards = counter(
    'sluice_chain_discarded_sources_total',
    'Sources whose known pools were discarded, to be discovered again',
  )
  const storeFailures = counter(
    'sluice_chain_store_faults_total',
    "Database failures of electing the writer of a chain's pools, or of reading or writing them",
    'part',
  )
  const maintenanceFailures = counter(
    'sluice_chain_maintenance_failures_total',
    'Failed maintenance: checks for missed pools, their ranking, and checkpoints of known pools',
  )
  const failures = counter('sluice_chain_failures_total', 'Failed rounds of following a chain')
  const announced = new Gauge({
    name: 'sluice_chain_announcements_connected',
    help: 'Whether blocks are announced over a WebSocket',
    labelNames: ['chain'],
    registers,
  })
  const rpcDuration = new Histogram({
    name: 'sluice_rpc_duration_seconds',
    help: 'Time until a node answered, refused or was unreachable',
    labelNames: ['chain', 'method', 'outcome'],
    buckets: RPC_BUCKETS,
    registers,
  })
  describeHeads(registry, chains)
  // Rates and increases start at the first value, so a missing zero would hide the first event.
  for (const { config } of chains) {
    const chain = config.name
    for (const zero of [loads, audits, divergences, rediscoveries, discards, maintenanceFailures, failures])
      zero.inc({ chain }, 0)
    for (const part of STORE_PARTS) storeFailures.inc({ chain, part }, 0)
    for (const cause of RELOAD_CAUSES) reloads.inc({ chain, cause }, 0)
    reorgs.zero({ chain })
    if (config.wsUrl) announced.set({ chain }, 0)
  }

  return {
    chainEvent(chain, event) {
      switch (event.type) {
        case 'loaded':
          return loads.inc({ chain })
        case 'reorganized':
          return reorgs.observe({ chain }, event.depth)
        case 'audited':
          return audits.inc({ chain })
        case 'diverged':
        case 'contradicted':
          return divergences.inc({ chain }, event.pools.length)
        case 'rediscovered':
          return rediscoveries.inc({ chain }, event.pools.length)
        case 'failed':
          return failures.inc({ chain })
        case 'announcements':
          return announced.set({ chain }, event.connected ? 1 : 0)
        case 'discarded':
          return discards.inc({ chain })
        case 'maintenance-failed':
          return maintenanceFailures.inc({ chain })
        case 'store-failed':
          return storeFailures.inc({ chain, part: event.part })
        case 'reloading':
          return reloads.inc({ chain, cause: event.cause })
        case 'advanced':
        case 'discovering':
        case 'restored':
        case 'set-aside':
        case 'store-recovered':
        case 'listed':
        case 'none-tradable':
        case 'unannounced':
        case 'pairs-unanswered':
        case 'maintenance-recovered':
        case 'token-read-recovered':
        case 'token-read-failed':
        case 'audit-failed':
        case 'list-failed':
        case 'load-failed':
          return
        default:
          throw new Error(`Unknown event ${event satisfies never}`)
      }
    },
    nodeAsked: (chain, { method, outcome, durationMs }) =>
      rpcDuration.observe({ chain, method, outcome }, durationMs / 1000),
  }
}

/** Values are read on each scrape. */
function describeHeads(registry: Registry, chains: readonly FollowedChain[]): void {
  const gauge = (name: string, help: string, value: (chain: FollowedChain) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['chain'],
      registers: [registry],
      collect() {
        for (const chain of chains) {
          const current = value(chain)
          if (current !== undefined) this.set({ chain: chain.config.name }, current)
        }
      },
    })
  gauge('sluice_chain_head_age_seconds', 'Time since the head of a chain last moved', (chain) =>
    Number.isFinite(chain.headAgeMs()) ? chain.headAgeMs() / 1000 : undefined,
  )
  gauge('sluice_chain_block_number', 'Block of the current prices', (chain) => {
    const block = chain.snapshot()?.blockNumber
    return block === undefined ? undefined : Number(block)
  })
  gauge(
    'sluice_chain_state_lag_seconds',
    'Age of the block of the current prices, by its timestamp',
    (chain) => {
      const time = chain.snapshot()?.timestamp
      return time === undefined ? undefined : Date.now() / 1000 - Number(time)
    },
  )
  gauge('sluice_chain_stale', 'Whether the state of a chain is too old for prices', (chain) =>
    chain.isStale() ? 1 : 0,
  )
  gauge('sluice_chain_discovery_blocks_left', 'Blocks left to search for new pools at the start', (chain) => {
    const progress = chain.discovery()
    return progress ? progress.toBlock - progress.block : 0
  })
  gauge('sluice_chain_discovery_pools_left', 'Pools left to measure or load at the start', (chain) => {
    const { pools = 0, toPools = 0 } = chain.discovery() ?? {}
    return toPools - pools
  })
  describeNodes(registry, chains)
  gauge('sluice_chain_known_pools', 'Existing pools, in memory or not', (chain) => chain.knownPools())
  gauge('sluice_chain_pools', 'Pools in memory', (chain) => {
    const modules = chain.snapshot()?.modules()
    return modules && [...modules.values()].reduce((sum, { pools }) => sum + pools, 0)
  })
}

/**
 * Labels a node by its position in the config, from 1, so that metrics contain no hosts and keys.
 */
function describeNodes(registry: Registry, chains: readonly FollowedChain[]): void {
  const describe = (name: string, help: string, value: (use: NodeUse) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['chain', 'node'],
      registers: [registry],
      collect() {
        for (const chain of chains) {
          for (const [i, use] of chain.nodeUse().entries()) {
            const current = value(use)
            if (current !== undefined) this.set({ chain: chain.config.name, node: String(i + 1) }, current)
          }
        }
      },
    })
  describe('sluice_node_calls_today', 'Calls to a node since midnight UTC', (use) => use.callsToday)
  describe(
    'sluice_node_calls_left_today',
    'Calls left in the budget of a node until midnight UTC',
    ({ callsPerDay, callsToday }) => callsPerDay && Math.max(0, callsPerDay - callsToday),
  )
  const over = new Counter({
    name: 'sluice_node_over_budget_total',
    help: 'Calls that used another node, waited or failed because a node was over its budget',
    labelNames: ['chain', 'node'],
    registers: [registry],
    collect() {
      over.reset()
      for (const chain of chains) {
        for (const [i, { overBudget }] of chain.nodeUse().entries()) {
          over.inc({ chain: chain.config.name, node: String(i + 1) }, overBudget)
        }
      }
    },
  })
}
