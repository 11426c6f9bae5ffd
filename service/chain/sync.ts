import type { PublicClient } from 'viem'
import type { ChainServiceConfig } from '../config-types.ts'
import type { LiquidityModule } from '../modules/module.ts'
import { advance } from './advance.ts'
import { createBlockReader } from './block-reader.ts'
import type { ChainEvent } from './chain-events.ts'
import { findBranch } from './follow-branch.ts'
import type { History } from './history.ts'
import { loadSnapshot } from './load-snapshot.ts'
import type { ChainNode, Header } from './node.ts'
import type { ChainState } from './snapshot.ts'

const PARALLEL_BLOCKS = 8

export interface SyncDeps {
  config: ChainServiceConfig
  client: PublicClient
  node: ChainNode
  modules: readonly LiquidityModule[]
  history: History
  report: (event: ChainEvent) => void
}

/** Brings the history up to the node's head. The answer is the newest snapshot. */
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
    report({ type: 'reorganised', ancestor: branch.ancestor.blockNumber, depth })
    history.rollBackTo(branch.ancestor)
  }
  return follow(branch.ancestor, branch.headers, deps)
}

async function follow(ancestor: ChainState, headers: readonly Header[], deps: SyncDeps): Promise<ChainState> {
  const { node, modules, history, report } = deps
  const topics = [...new Set(modules.flatMap((module) => [module.createdTopic, ...module.topics]))]
  let state = ancestor
  for (let start = 0; start < headers.length; start += PARALLEL_BLOCKS) {
    const chunk = headers.slice(start, start + PARALLEL_BLOCKS)
    const logs = await Promise.all(chunk.map((header) => node.logsOf(header.hash, topics)))
    for (const [i, header] of chunk.entries()) {
      const next = advance(state, { header, logs: logs[i] ?? [] }, modules)
      history.push(next, state)
      state = next
      report({
        type: 'advanced',
        blockNumber: next.blockNumber,
        blockHash: next.blockHash,
        pools: next.poolMap.size,
        logs: logs[i]?.length ?? 0,
      })
    }
  }
  return state
}

async function load(head: Header, deps: SyncDeps): Promise<ChainState> {
  const { config, client, node, modules, history, report } = deps
  const startedAt = performance.now()
  const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: head.hash })
  const state = await loadSnapshot(head, { node, modules, read, fromBlock: BigInt(config.fromBlock) })
  history.push(state)
  report({
    type: 'loaded',
    blockNumber: state.blockNumber,
    blockHash: state.blockHash,
    pools: state.poolMap.size,
    durationMs: Math.round(performance.now() - startedAt),
  })
  return state
}
