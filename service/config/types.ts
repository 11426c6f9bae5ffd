import type { Address, Hex } from '../../src/lib/address.ts'

/** What an operator writes (a JSON file named by `SLUICE_CONFIG`; the local devnet writes `.devnet/service.json`). */
export interface ServiceConfig {
  chains: ChainServiceConfig[]
  /** Files of the tokenlists.org schema, for the catalogue: what an earlier one says of a token counts. */
  tokenLists?: string[]
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
  /** Basis points of the output, 3 to 5; 3 when none are written. */
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

/** Where routes find liquidity. Each kind says only what cannot be read from the chain. */
export type LiquiditySourceConfig =
  | V2SourceConfig
  | V3SourceConfig
  | AaveSourceConfig
  | Erc4626SourceConfig
  | BalancerSourceConfig

interface SourceConfig {
  /** Index in the executor's list: a step's `source`. */
  index: number
  /** Module id on the wire. */
  module: string
  /** What a person reads. */
  name: string
}

export interface V2SourceConfig extends SourceConfig {
  kind: 'v2'
  factory: Address
  initCodeHash: Hex
  /** Fee of every pair, in basis points. */
  feeBps: number
}

export interface V3SourceConfig extends SourceConfig {
  kind: 'v3'
  factory: Address
  initCodeHash: Hex
}

/** Aave V3: supplying and withdrawing. */
export interface AaveSourceConfig extends SourceConfig {
  kind: 'aave'
  /** The Pool, which the executor trusts. */
  factory: Address
  /** Which the Pool is of: each asks for rates in its own way. */
  version: AaveVersion
  /** AaveOracle of the market. */
  oracle: Address
}

export interface Erc4626SourceConfig extends SourceConfig {
  kind: 'erc4626'
  /** The vault itself. */
  factory: Address
}

export interface BalancerSourceConfig extends SourceConfig {
  kind: 'balancer'
  /** The Vault, through which every swap goes. */
  factory: Address
  /** The factory of weighted pools: anyone may register a pool with the Vault, and only these are known to be honest. */
  poolFactory: Address
}

/** The versions of Aave V3 that can be asked for rates, oldest first. 3.1 asked in a way of its own, and runs nowhere. */
export const AAVE_VERSIONS = ['3.0', '3.2', '3.3', '3.4', '3.5', '3.6', '3.7'] as const

export type AaveVersion = (typeof AAVE_VERSIONS)[number]

/** Whether a version is `first` or a later one. */
export function isSince(version: AaveVersion, first: AaveVersion): boolean {
  return AAVE_VERSIONS.indexOf(version) >= AAVE_VERSIONS.indexOf(first)
}
