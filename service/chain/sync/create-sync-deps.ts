import type { ChainServiceConfig } from '../../config/types.ts'
import { splitFollowed } from '../../modules/core/module.ts'
import { createModules } from '../../modules/create-modules.ts'
import { getFinalityBlocks } from '../blocks/finality-blocks.ts'
import { l1FeeReader } from '../blocks/l1-fee.ts'
import { createLogRange } from '../blocks/log-range.ts'
import { createChainNode, getMaxLogBlocks } from '../blocks/node.ts'
import { createDiscoveryRecord } from '../discovery/discover.ts'
import { createDiscoveryWatch, type DiscoveryProgress } from '../discovery/discovery-progress.ts'
import { createDiscoveryWaits } from '../discovery/discovery-wait.ts'
import type { LedgerEvent } from '../discovery/ledger-store.ts'
import { createPoolLedger } from '../discovery/pool-ledger.ts'
import type { PoolStore } from '../discovery/pool-store.ts'
import { getSourceParameters } from '../discovery/source-parameters.ts'
import { createLoadQueue } from '../pool-set/load-queue.ts'
import { createPoolMemory } from '../pool-set/pool-memory.ts'
import { getHubs } from '../pool-set/select-pools.ts'
import type { RpcNodes } from '../rpc/rpc-nodes.ts'
import { createHistory } from '../snapshot/history.ts'
import { createFindPoolsWithoutLogs } from './find-pools-without-logs.ts'
import type { SyncDeps } from './sync.ts'
import type { SyncEvent } from './sync-events.ts'

export interface SyncOptions extends Pick<SyncDeps, 'suspect' | 'caughtUp'> {
  nodes: RpcNodes
  signal: AbortSignal
  report: (event: SyncEvent | LedgerEvent | ({ type: 'discovering' } & DiscoveryProgress)) => void
  store?: PoolStore | undefined
  /** Default: 2,000. */
  maxCatchUpBlocks?: number | undefined
}

const MAX_CATCH_UP_BLOCKS = 2_000
/** Blocks of a gap per log request. */
const MAX_GAP_RANGE = 250

/** Creates the state that is kept between syncs of a chain. */
export function createSyncDeps(config: ChainServiceConfig, options: SyncOptions) {
  const { nodes, signal, report, suspect, caughtUp } = options
  const { client } = nodes
  const modules = createModules(config)
  const { announcing, listing } = splitFollowed(modules.followed)
  const watch = createDiscoveryWatch((progress) => report({ type: 'discovering', ...progress }))
  const ledger = createPoolLedger({
    followed: announcing,
    getParameters: ({ id }) => getSourceParameters(config, id),
    fromBlock: config.fromBlock,
    store: options.store,
    report,
  })
  const maxBlocks = getMaxLogBlocks(config)
  return {
    ...{ config, client, nodes, modules, listing, ledger, watch, signal, report, suspect, caughtUp },
    node: createChainNode(client, l1FeeReader(config, client)),
    witnessOf: (blockHash) => createChainNode(nodes.witnessOf(blockHash)),
    findLacking: createFindPoolsWithoutLogs(modules),
    followed: announcing,
    hubs: getHubs(config),
    nodeCount: config.rpcUrls.length,
    range: createLogRange(maxBlocks),
    finalityBlocks: getFinalityBlocks(config),
    waits: createDiscoveryWaits(nodes.placeOf),
    history: createHistory(),
    record: createDiscoveryRecord(),
    missed: new Set(),
    memory: createPoolMemory({ config, ledger, watch }),
    queue: createLoadQueue(),
    unwanted: new Set(),
    maxBlocks: options.maxCatchUpBlocks ?? MAX_CATCH_UP_BLOCKS,
    gapRange: createLogRange(Math.min(maxBlocks, MAX_GAP_RANGE)),
  } satisfies SyncDeps
}
