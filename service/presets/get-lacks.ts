import { CHAIN_NAMES } from '../../wire/lib/chain-names.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { Protocol } from '../modules/core/protocol.ts'
import { PROTOCOLS } from '../modules/protocols.ts'

/** Vaults whose rows say nothing of the others. */
const SAVINGS: readonly string[] = ['maker-sdai', 'savings-xdai']

/** Fields that a chain cannot be served without, and that some presets leave to the operator. */
const NEEDED_FIELDS = ['referenceStable', 'sources', 'blockSeconds'] as const

export interface ChainLacks {
  /** Supported sources of which the chain has none, by their labels. */
  sources: string[]
  /** Fields that the operator has to write. */
  needed: string[]
  /** True if `finalityBlocks` is not set, so that it is derived from `blockSeconds`. */
  isFinalityCounted: boolean
}

/**
 * Returns the features that a chain lacks. Undefined for local chains, whose features are unknown.
 */
export function getLacks(chain: Partial<ChainServiceConfig>): ChainLacks | undefined {
  const { name, id, sources = [] } = chain
  if (!Object.entries(CHAIN_NAMES).some(([known, { id: own }]) => known === name && own === id))
    return undefined
  return {
    sources: PROTOCOLS.flatMap(({ kind, label, chains }: Protocol) => {
      if (chains?.includes(id ?? 0) === false) return []
      if (typeof label === 'string')
        return sources.some((source) => source.kind === kind && !SAVINGS.includes(source.module))
          ? []
          : [label]
      return Object.entries(label).flatMap(([module, one]) =>
        sources.some((source) => source.module === module) ? [] : [one],
      )
    }),
    needed: NEEDED_FIELDS.filter((field) => chain[field] === undefined),
    isFinalityCounted: chain.finalityBlocks === undefined,
  }
}

/** The same in one sentence without its full stop; undefined where nothing is lacking. */
export function describeLacks(chain: Partial<ChainServiceConfig>): string | undefined {
  const lacks = getLacks(chain)
  if (!lacks) return undefined
  const { sources, needed, isFinalityCounted } = lacks
  const parts = [
    ...(sources.length > 0
      ? [`has no source of ${sources.join(', ')} (rows of your own in \`sources\` would add them)`]
      : []),
    ...(needed.length > 0 ? [`needs ${needed.map((field) => `\`${field}\``).join(', ')} from you`] : []),
    ...(isFinalityCounted ? ['has no known `finalityBlocks`: 20 minutes of blocks are counted'] : []),
  ]
  return parts.length > 0 ? `${chain.name} ${parts.join('; it ')}` : undefined
}
