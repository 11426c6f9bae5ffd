/**
 * The chain names of the interfaces (yield, section 8), each with its aliases and its production
 * chain id. A deployment may serve a name on another id, as the local devnet does.
 */
export const CHAIN_NAMES = {
  ethereum: { id: 1, aliases: [] },
  base: { id: 8453, aliases: [] },
  arbitrum: { id: 42161, aliases: [] },
  bnb: { id: 56, aliases: ['binance smart chain', 'bsc'] },
  avalanche: { id: 43114, aliases: [] },
  gnosis: { id: 100, aliases: [] },
  polygon: { id: 137, aliases: [] },
  optimism: { id: 10, aliases: [] },
  mantle: { id: 5000, aliases: [] },
  linea: { id: 59144, aliases: [] },
  scroll: { id: 534352, aliases: [] },
  taiko: { id: 167000, aliases: [] },
  blast: { id: 81457, aliases: [] },
  sonic: { id: 146, aliases: [] },
  berachain: { id: 80094, aliases: [] },
  unichain: { id: 130, aliases: [] },
  hyperevm: { id: 999, aliases: [] },
} as const satisfies Record<string, { id: number; aliases: readonly string[] }>

export type ChainName = keyof typeof CHAIN_NAMES

/** The canonical name of a chain given by name or alias, in any case; undefined if unknown. */
export function getChainName(value: string): ChainName | undefined {
  const key = value.trim().toLowerCase()
  for (const [name, { aliases }] of Object.entries(CHAIN_NAMES)) {
    if (name === key || (aliases as readonly string[]).includes(key)) return name as ChainName
  }
  return undefined
}
