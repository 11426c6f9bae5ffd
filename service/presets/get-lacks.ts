import { CHAIN_NAMES } from '../../src/lib/chain-names.ts'
import type { ChainServiceConfig } from '../config/types.ts'

/** The protocols of which the service knows addresses, by module. */
const KNOWN_PROTOCOLS = {
  'uniswap-v2': 'Uniswap V2',
  'uniswap-v3': 'Uniswap V3',
  'uniswap-v4': 'Uniswap V4',
  'sushiswap-v2': 'SushiSwap V2',
  'sushiswap-v3': 'SushiSwap V3',
  'pancakeswap-v2': 'PancakeSwap V2',
  'pancakeswap-v3': 'PancakeSwap V3',
  'aave-v3': 'Aave V3',
  'balancer-v2': 'Balancer V2',
}

/** Fields that a chain cannot be served without, and that some presets leave to the operator. */
const NEEDED_FIELDS = ['referenceStable', 'sources', 'blockSeconds'] as const

/** What a chain has not, in words; empty for the chains of local nodes, of which nothing is known. */
export function getLacks(chain: Partial<ChainServiceConfig>): string[] {
  const { name, id, sources = [] } = chain
  if (!Object.entries(CHAIN_NAMES).some(([known, { id: own }]) => known === name && own === id)) return []
  const modules = new Set(sources.map(({ module }) => module))
  const protocols = Object.entries(KNOWN_PROTOCOLS).flatMap(([module, label]) =>
    modules.has(module) ? [] : [label],
  )
  const fields = NEEDED_FIELDS.filter((field) => chain[field] === undefined).map((field) => `\`${field}\``)
  return [...protocols, ...fields]
}
