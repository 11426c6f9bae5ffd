import type { PublicClient } from 'viem'
import type { Address } from '../../src/lib/address.ts'
import type { LiquidityModules } from '../modules/core/module.ts'
import type { Pool } from '../modules/core/pool.ts'
import { readPools } from './audit.ts'
import { createBlockReader, type ReaderOptions } from './block-reader.ts'

/** One node alone. */
export interface NodeVoice {
  client: PublicClient
  /** It was contradicted: the others are asked before it for some minutes. */
  distrust(): void
}

export interface JudgeDeps extends ReaderOptions {
  modules: LiquidityModules
  nodes: readonly NodeVoice[]
}

/** What the nodes say together about pools in memory. `liars` are those that most others contradict. */
export interface Judgment {
  verdict: 'right' | 'wrong' | 'disputed'
  liars: readonly NodeVoice[]
}

/** Asks every node for the pools. Most of those that answer are believed; where there are no most, nobody is. */
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
  // Another saw a difference: one voice for memory, maybe of the node that it is from, does not settle that.
  if (nodes.length > 1 && count === 1 && believed === inMemory) return { verdict: 'disputed', liars: [] }
  const liars = said.filter(({ words }) => words !== undefined && words !== believed)
  return { verdict: believed === inMemory ? 'right' : 'wrong', liars: liars.map(({ node }) => node) }
}

/** Equal exactly for equal states of the pools. */
function describe(sample: readonly Pool[], pools: ReadonlyMap<Address, Pool>): string {
  return sample.map(({ address }) => pools.get(address)?.fingerprint() ?? 'none').join('\n')
}
