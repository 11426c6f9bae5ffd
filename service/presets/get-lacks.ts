import { CHAIN_NAMES } from '../../src/lib/chain-names.ts'
import type { ChainServiceConfig, LiquiditySourceConfig } from '../config/types.ts'

type Kind = LiquiditySourceConfig['kind']

/** A label for each kind of source, or for each module where several known exchanges are of one kind. */
const SOURCES_OF_KIND: Record<Kind, string | Record<string, string>> = {
  v2: { 'uniswap-v2': 'Uniswap V2', 'sushiswap-v2': 'SushiSwap V2', 'pancakeswap-v2': 'PancakeSwap V2' },
  v3: { 'uniswap-v3': 'Uniswap V3', 'sushiswap-v3': 'SushiSwap V3', 'pancakeswap-v3': 'PancakeSwap V3' },
  v4: 'Uniswap V4',
  balancer: 'Balancer V2',
  'balancer-v3': 'Balancer V3',
  solidly: 'Solidly (Aerodrome, Velodrome)',
  slipstream: 'Slipstream',
  algebra: 'Algebra Integral',
  'algebra-v1': 'Algebra V1',
  stableswap: 'Curve StableSwap',
  'stableswap-ng': 'Curve StableSwap-NG',
  cryptoswap: { 'curve-twocrypto': 'Curve Twocrypto', 'curve-tricrypto': 'Curve Tricrypto' },
  aave: 'Aave V3',
  erc4626: "ERC-4626 vaults (Aave's static wrappers)",
  psm: 'peg stability modules',
  wsteth: 'Lido wstETH',
}

/** Kinds that exist on some chains alone. */
const CHAINS_OF_KIND: Partial<Record<Kind, readonly number[]>> = { wsteth: [CHAIN_NAMES.ethereum.id] }

/** Vaults whose rows say nothing of the others. */
const SAVINGS: readonly string[] = ['maker-sdai', 'savings-xdai']

/** Fields that a chain cannot be served without, and that some presets leave to the operator. */
const NEEDED_FIELDS = ['referenceStable', 'sources', 'blockSeconds'] as const

export interface ChainLacks {
  /** Supported sources of which the chain has none, by their labels. */
  sources: string[]
  /** Fields that the operator has to write. */
  needed: string[]
  /** Whether nobody names `finalityBlocks`, so that they are counted from `blockSeconds`. */
  isFinalityCounted: boolean
}

/** What a chain has not; undefined for the chains of local nodes, of which nothing is known. */
export function getLacks(chain: Partial<ChainServiceConfig>): ChainLacks | undefined {
  const { name, id, sources = [] } = chain
  if (!Object.entries(CHAIN_NAMES).some(([known, { id: own }]) => known === name && own === id))
    return undefined
  return {
    sources: Object.entries(SOURCES_OF_KIND).flatMap(([kind, labels]) => {
      if (CHAINS_OF_KIND[kind as Kind]?.includes(id ?? 0) === false) return []
      if (typeof labels === 'string')
        return sources.some((source) => source.kind === kind && !SAVINGS.includes(source.module))
          ? []
          : [labels]
      return Object.entries(labels).flatMap(([module, label]) =>
        sources.some((source) => source.module === module) ? [] : [label],
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
