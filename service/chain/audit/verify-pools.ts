import type { Address } from '../../../wire/lib/address.ts'
import type { LiquidityModules } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createBlockReader, type ReaderOptions } from '../blocks/block-reader.ts'
import type { NodeVoice } from '../rpc/rpc-nodes.ts'
import { readPools } from './audit.ts'

export interface VerifyDeps extends ReaderOptions {
  modules: LiquidityModules
  nodes: readonly NodeVoice[]
}

/** The combined result of all nodes. `contradicted` are contradicted by the majority. */
export interface PoolVerdict {
  verdict: 'right' | 'wrong' | 'disputed'
  contradicted: readonly NodeVoice[]
}

/**
 * Queries every node for the pools and returns the majority verdict, or `disputed` without a
 * majority.
 */
export async function verifyPools(
  sample: readonly Pool[],
  { nodes, modules, ...reader }: VerifyDeps,
): Promise<PoolVerdict> {
  const inMemory = describe(sample, new Map(sample.map((pool) => [pool.address, pool])))
  const results = await Promise.all(
    nodes.map(async (node) => {
      const read = createBlockReader(node.client, reader)
      const pools = await readPools(sample, { modules, read }).catch(() => undefined)
      return { node, state: pools && describe(sample, new Map(pools.map((pool) => [pool.address, pool]))) }
    }),
  )
  const counts = new Map<string, number>()
  for (const { state } of results) if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + 1)
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  if (!first || first[1] === second?.[1]) return { verdict: 'disputed', contradicted: [] }
  const [majority, count] = first
  // Another node saw a difference. A single match with memory may come from the node that memory
  // was read from, so it does not settle the dispute.
  if (nodes.length > 1 && count === 1 && majority === inMemory)
    return { verdict: 'disputed', contradicted: [] }
  const contradicted = results.filter(({ state }) => state !== undefined && state !== majority)
  return {
    verdict: majority === inMemory ? 'right' : 'wrong',
    contradicted: contradicted.map(({ node }) => node),
  }
}

/** Returns equal strings for exactly equal states of the pools. */
function describe(sample: readonly Pool[], pools: ReadonlyMap<Address, Pool>): string {
  return sample.map(({ address }) => pools.get(address)?.fingerprint() ?? 'none').join('\n')
}
