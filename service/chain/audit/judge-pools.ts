import type { Address } from '../../../src/lib/address.ts'
import type { LiquidityModules } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createBlockReader, type ReaderOptions } from '../blocks/block-reader.ts'
import type { NodeVoice } from '../rpc/rpc-nodes.ts'
import { readPools } from './audit.ts'

export interface JudgeDeps extends ReaderOptions {
  modules: LiquidityModules
  nodes: readonly NodeVoice[]
}

/** The combined result of all nodes. `liars` are contradicted by the majority. */
export interface Judgment {
  verdict: 'right' | 'wrong' | 'disputed'
  liars: readonly NodeVoice[]
}

/**
 * Queries every node for the pools and returns the majority verdict, or `disputed` without a
 * majority.
 */
export async function judgePools(
  sample: readonly Pool[],
  { nodes, modules, ...reader }: JudgeDeps,
): Promise<Judgment> {
  const inMemory = describe(sample, new Map(sample.map((pool) => [pool.address, pool])))
  const said = await Promise.all(
    nodes.map(async (node) => {
      const read = createBlockReader(node.client, reader)
      const pools = await readPools(sample, { modules, read }).catch(() => undefined)
      return { node, words: pools && describe(sample, new Map(pools.map((pool) => [pool.address, pool]))) }
    }),
  )
  const voices = new Map<string, number>()
  for (const { words } of said) if (words !== undefined) voices.set(words, (voices.get(words) ?? 0) + 1)
  const [first, second] = [...voices].sort(([, a], [, b]) => b - a)
  if (!first || first[1] === second?.[1]) return { verdict: 'disputed', liars: [] }
  const [believed, count] = first
  // Another node saw a difference. A single match with memory may come from the node that memory
  // was read from, so it does not settle the dispute.
  if (nodes.length > 1 && count === 1 && believed === inMemory) return { verdict: 'disputed', liars: [] }
  const liars = said.filter(({ words }) => words !== undefined && words !== believed)
  return { verdict: believed === inMemory ? 'right' : 'wrong', liars: liars.map(({ node }) => node) }
}

/** Returns equal strings for exactly equal states of the pools. */
function describe(sample: readonly Pool[], pools: ReadonlyMap<Address, Pool>): string {
  return sample.map(({ address }) => pools.get(address)?.fingerprint() ?? 'none').join('\n')
}
