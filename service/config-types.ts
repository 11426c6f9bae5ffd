import type { Address, Hex } from '../src/lib/address.ts'

/** What an operator writes (a JSON file named by `SLUICE_CONFIG`; the local devnet writes `.devnet/service.json`). */
export interface ServiceConfig {
  chains: ChainServiceConfig[]
}

export interface ChainServiceConfig {
  /** The interfaces' name of the chain. */
  name: string
  id: number
  /** Tried in order. */
  rpcUrls: string[]
  /** For block announcements; polling alone when absent. */
  wsUrl?: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  weth: Address
  permit2: Address
  multicall3: Address
  tickLens: Address
  settlement: Address
  executor: Address
  /** Basis points of the output, 3 to 5. */
  settlementFeeBps: number
  /** The chain's reference stable token: USD values are measured against it. */
  referenceStable: Address
  /** Tokens routes may pass through, besides the pair itself. */
  baseTokens: Address[]
  /** Tokens the catalogue calls `stable`, besides the reference stable. */
  stableTokens?: Address[]
  /** Logo of a token by its address: `https:` addresses alone. */
  logoUris?: Record<string, string>
  sources: LiquiditySourceConfig[]
  /** First block with pools: discovery starts here. */
  fromBlock: number
  /** Typical seconds between blocks; a head older than three of these (at least 15 s) is stale. */
  blockSeconds: number
}

export interface LiquiditySourceConfig {
  /** Index in the executor's list: a step's `source`. */
  index: number
  /** Module id on the wire. */
  module: string
  /** What a person reads. */
  name: string
  kind: 'v2' | 'v3'
  factory: Address
  initCodeHash: Hex
  /** Fee of a V2 fork in basis points; 0 for V3. */
  feeBps: number
}
