import type { PublicClient } from 'viem'
import type { ChainServiceConfig } from '../config/types.ts'
import type { BlockReader, LiquidityModules } from '../modules/core/module.ts'
import { advance, type BlockDelta } from './advance.ts'
import { createBlockReader } from './block-reader.ts'
import type { ChainEvent } from './chain-events.ts'
import { findBranch } from './follow-branch.ts'
import type { History } from './history.ts'
import { loadSnapshot, samplePools } from './load-snapshot.ts'
import type { ChainNode, Header } from './node.ts'
import { type ChainState, createSnapshot } from './snapshot.ts'

const PARALLEL_BLOCKS = 8

export interface SyncDeps {
  config: ChainServiceConfig
  client: PublicClient
  node: ChainNode
  modules: LiquidityModules
  history: History
  report: (event: ChainEvent) => void
}

/** Syncs the history to the node's head. Returns the newest snapshot. */
export async function syncToHead(deps: SyncDeps): Promise<ChainState> {
  const { history, node, report } = deps
  const head = await node.latest()
  const known = history.latest()
  if (!known) return load(head, deps)
  if (known.blockHash === head.hash) return known

  const branch = await findBranch(head, history, node)
  if (!branch) {
    report({ type: 'reloading', reason: `block ${head.number} does not follow any known block` })
    return load(head, deps)
  }
  if (branch.ancestor !== known) {
    const depth = Number(known.blockNumber - branch.ancestor.blockNumber)
    report({ type: 'reorganized', ancestor: branch.ancestor.blockNumber, depth })
    history.rollBackTo(branch.ancestor)
  }
  return follow(branch.ancestor, branch.headers, deps)
}

async function follow(ancestor: ChainState, headers: readonly Header[], deps: SyncDeps): Promise<ChainState> {
  const { history, report } = deps
  let state = ancestor
  for (let start = 0; start < headers.length; start += PARALLEL_BLOCKS) {
    const chunk = headers.slice(start, start + PARALLEL_BLOCKS)
    for (const delta of await Promise.all(chunk.map((header) => readBlock(header, deps)))) {
      const next = await nextState(state, delta, deps)
      history.push(next, state)
      state = next
      report({
        type: 'advanced',
        blockNumber: next.blockNumber,
        blockHash: next.blockHash,
        pools: next.poolIndex.size,
        logs: delta.logs.length,
      })
    }
  }
  return state
}

async function readBlock(header: Header, deps: SyncDeps): Promise<BlockDelta> {
  const { node, modules } = deps
  const topics = [...new Set(modules.followed.flatMap((module) => [module.createdTopic, ...module.topics]))]
  const [logs, sampled] = await Promise.all([
    node.logsOf(header.hash, topics),
    samplePools(modules, readerAt(header, deps)),
  ])
  return { header, logs, sampled }
}

async function nextState(parent: ChainState, delta: BlockDelta, deps: SyncDeps): Promise<ChainState> {
  const { unread, ...pools } = advance(parent, delta, deps.modules)
  if (unread.size === 0) return createSnapshot(delta.header, pools)
  const read = readerAt(delta.header, deps)
  const loaded = await Promise.all([...unread].map(([module, identities]) => module.load(identities, read)))
  const poolIndex = pools.poolIndex.with(new Map(loaded.flat().map((pool) => [pool.address, pool])))
  return createSnapshot(delta.header, { ...pools, poolIndex })
}

function readerAt({ hash }: Header, { client, config }: SyncDeps): BlockReader {
  return createBlockReader(client, { multicall3: config.multicall3, blockHash: hash })
}

async function load(head: Header, deps: SyncDeps): Promise<ChainState> {
  const { config, node, modules, history, report } = deps
  const startedAt = performance.now()
  const read = readerAt(head, deps)
  const state = await loadSnapshot(head, {
    node,
    modules,
    read,
    fromBlock: BigInt(config.fromBlock),
  })
  history.push(state)
  report({
    type: 'loaded',
    blockNumber: state.blockNumber,
    blockHash: state.blockHash,
    pools: state.poolIndex.size,
    durationMs: Math.round(performance.now() - startedAt),
  })
  return state
}
