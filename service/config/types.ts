import type { Address, Hex } from '../../src/lib/address.ts'

/** The operator's config (a JSON file named by `SLUICE_CONFIG`; the local devnet writes `.devnet/service.json`). */
export interface ServiceConfig {
  chains: ChainServiceConfig[]
  /** Paths of tokenlists.org files, for the catalogue. Earlier files take precedence. */
  tokenLists?: string[]
}

export interface ChainServiceConfig {
  /** Canonical chain name of the interfaces. */
  name: string
  id: number
  /** Tried in order. */
  rpcUrls: string[]
  /**
   * What each instance may ask of its nodes, by the host of their URL, with its port if that is named: those of one host have
   * this budget each. Default: they are asked as often as there is something to ask.
   */
  nodeBudgets?: Record<string, NodeBudget>
  /** For block announcements. Default: polling only. */
  wsUrl?: string
  /**
   * RPCs that keep transactions out of the public mempool, at most 8: offered to the wallets of people by `/private-rpcs`, where
   * they answer with the chain's id. Everybody reads these addresses: no keys. Default: none.
   */
  privateRpcs?: string[]
  nativeCurrency: { name: string; symbol: string; decimals: number }
  weth: Address
  permit2: Address
  multicall3: Address
  /** Reads the ticks of Uniswap V3 and its forks in fewer calls. Default: they are read one by one. */
  tickLens?: Address
  settlement: Address
  /** Default: the one that the settlement made when it was deployed. */
  executor: Address
  /** Who earns the service's share of the fees; fixed when the settlement is deployed. Default: not compared. */
  treasury?: Address
  /** Basis points of the output, 3 to 5. Default: 3. */
  settlementFeeBps: number
  /** The chain's reference stable token: USD values are measured against it. */
  referenceStable: Address
  /** Tokens routes may pass through, besides the pair itself and the shares of `erc4626` sources. */
  baseTokens: Address[]
  /**
   * Tokens that routes may pass besides those, to or from a token that has a pool with them. Their contracts run within the trades of
   * others: a hostile one can refuse a trade, or move prices within it as far as its minimum allows. Default: the tokens of
   * `tokenLists`.
   */
  connectorTokens?: Address[]
  /** Tokens the catalogue calls `stable`, besides the reference stable. */
  stableTokens?: Address[]
  /** Logo URL by token address; `https:`, or `http:` from `localhost` for development. */
  logoUris?: Record<string, string>
  /** In the file also by module, as the chain's preset has it. */
  sources: LiquiditySourceConfig[]
  /**
   * What a transaction pays besides its gas is read from here, as `l1FeeModel` says. Counted in routes and prices,
   * and by `npm run deploy` where the node's estimates leave it out. Default: nothing is counted.
   */
  l1FeeOracle?: Address
  /**
   * `op-stack`: `getL1Fee(bytes)`, also of Scroll, and the operator's `getOperatorFee(uint256)` where the oracle has it. `mantle`:
   * the same, the first times `tokenRatio()`. `arbitrum`: ArbGasInfo's price of a byte, times the compressed size. Default:
   * `op-stack`.
   */
  l1FeeModel?: 'op-stack' | 'mantle' | 'arbitrum'
  /** First block with pools: discovery starts here. */
  fromBlock: number
  /**
   * Blocks behind the head that no reorganization reaches: pools are kept up to there. Default: the preset's, else
   * what 20 minutes bring, 64 to 5,000.
   */
  finalityBlocks?: number
  /** Blocks that are asked for in one `eth_getLogs` at most; fewer where the node refuses as many. Default: 50,000. */
  logBlocks?: number
  /** Which pools are kept in memory; the others are loaded by the first question that needs them. */
  poolLimits?: {
    /** All pools are loaded where there are not more. Default: 5,000. */
    loadAllUpTo?: number
    /** Worth from which a pool is loaded at the start, in whole reference tokens. Default: 1,000. */
    minValue?: number
    /** Pools loaded at the start at most, the most valuable ones. Default: 20,000. */
    maxPools?: number
    /** Minutes for which a pool of less worth stays after a trade or a question. Default: 60. */
    keepMinutes?: number
  }
  /** Typical seconds between blocks; a head older than three of these (at least 15 s) is stale. */
  blockSeconds: number
  /**
   * Seconds that the newest block's own clock may be behind this machine's, beyond which the chain is stale: its nodes are
   * behind. A local chain whose clock is its own needs a large number. Default: three blocks, at least 120.
   */
  maxLagSeconds?: number
  /**
   * Seconds that the newest block's own clock may be ahead of this machine's, beyond which the chain is stale: one of the two
   * is wrong, and a call expires by the later. Default: 120 with a preset, else any number, as local chains have.
   */
  maxLeadSeconds?: number
}

/** Calls over it go to the next node, wait or fail. */
export interface NodeBudget {
  /** Calls in any second. Default: any number. */
  callsPerSecond?: number
  /** Calls from midnight to midnight UTC. Default: any number. */
  callsPerDay?: number
}

/** The config as `npm run deploy` reads it. */
export interface UndeployedConfig extends Omit<ServiceConfig, 'chains'> {
  chains: UndeployedChain[]
}

/** A chain whose settlement may be yet to deploy. */
export type UndeployedChain = Omit<ChainServiceConfig, 'settlement' | 'executor'> &
  Partial<Pick<ChainServiceConfig, 'settlement' | 'executor'>>

/** A source of liquidity. Each kind has only the fields that cannot be read from the chain. */
export type LiquiditySourceConfig =
  | V2SourceConfig
  | V3SourceConfig
  | AaveSourceConfig
  | Erc4626SourceConfig
  | BalancerSourceConfig
  | BalancerV3SourceConfig
  | V4SourceConfig
  | AlgebraSourceConfig
  | AlgebraV1SourceConfig
  | SlipstreamSourceConfig
  | SolidlySourceConfig
  | StableswapSourceConfig
  | StableswapNgSourceConfig
  | CryptoswapSourceConfig
  | PsmSourceConfig
  | WstEthSourceConfig

/** Module id under which the service tells of wrapping the native coin: no source may have it. */
export const WRAPPED_NATIVE_MODULE = 'wrapped-native'

interface SourceConfig {
  /** Index in the executor's list: a step's `source`. */
  index: number
  /** Module id on the wire, of one source of a chain alone: its pools are kept and found again by it. */
  module: string
  /** Display name. */
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
  /** Contract that makes the factory's pools: that of PancakeSwap V3 has one. Default: the factory makes them itself. */
  deployer?: Address
  initCodeHash: Hex
}

/** Algebra Integral or a fork. Pools that others than the factory have made (custom pools) are not followed. */
export interface AlgebraSourceConfig extends SourceConfig {
  kind: 'algebra'
  factory: Address
  /** Contract that makes the factory's pools (`poolDeployer`). */
  deployer: Address
  initCodeHash: Hex
}

/** Algebra V1 or a fork, whose pools set their fees by themselves, one for both directions: not 1.9, which has two. */
export interface AlgebraV1SourceConfig extends SourceConfig {
  kind: 'algebra-v1'
  factory: Address
  /** Contract that makes the factory's pools (`poolDeployer`). */
  deployer: Address
  initCodeHash: Hex
}

/** Slipstream, the concentrated liquidity of Velodrome and Aerodrome, whose factory names the fee of each pool. */
export interface SlipstreamSourceConfig extends SourceConfig {
  kind: 'slipstream'
  factory: Address
  /** Of a pool: that of a clone of the factory's `poolImplementation`. */
  initCodeHash: Hex
}

/** Aave V3: supplying and withdrawing. */
export interface AaveSourceConfig extends SourceConfig {
  kind: 'aave'
  /** The Pool contract. */
  factory: Address
  /** Version of the Pool: rate calls differ between versions. */
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
  /** The Vault contract. */
  factory: Address
  /** The factory of weighted pools: anyone may register a pool with the Vault, and only pools of this factory are trusted. */
  poolFactory: Address
  /** Factories of stable pools that are trusted too. Default: none, and there are no stable pools. */
  stableFactories?: readonly Address[]
  /**
   * Contracts that are trusted to tell the rates of tokens in stable pools: one may tell a call from a transaction, and lie in
   * one of them. Stable pools with any other are left out. At most 64. Default: none, and only pools without rates are traded.
   */
  rateProviders?: readonly Address[]
}

/**
 * Balancer V3: weighted and stable pools without hooks. Anyone may register a pool with the Vault: only pools of the listed
 * factories are traded, at least one of them.
 */
export interface BalancerV3SourceConfig extends SourceConfig {
  kind: 'balancer-v3'
  /** The Vault contract. */
  factory: Address
  /** Factories of weighted pools, of the code of `@balancer-labs/v3-pool-weighted` 1.0. At most 16. Default: none. */
  weightedFactories?: readonly Address[]
  /** Factories of stable pools, of the code of `@balancer-labs/v3-pool-stable` 1.0. At most 16. Default: none. */
  stableFactories?: readonly Address[]
  /**
   * Contracts that are trusted to tell the rates of tokens, as of `BalancerSourceConfig`. Pools with any other are left out. At
   * most 64. Default: none, and only pools without rates are traded.
   */
  rateProviders?: readonly Address[]
}

/** Uniswap V4: pools without hooks, or with a listed one. One source of a chain at most: pools of equal terms have equal ids in all managers. */
export interface V4SourceConfig extends SourceConfig {
  kind: 'v4'
  /** The PoolManager contract. */
  factory: Address
  /** Pools of other tiers are left out. 1 to 8 tiers. Default: `DEFAULT_FEE_TIERS`. */
  feeTiers?: FeeTier[]
  /**
   * Hooks whose pools are traded with too. Their code runs within each swap: it may refuse one, or move the price before it,
   * and the minimum of a trade is all that holds against that. None that may change amounts (a `ReturnsDelta` flag in the last
   * four bits of its address), and no pools of a dynamic fee. 1 to 16 addresses. Default: none.
   * @example ['0x00000000000000000000000000000000000010C0']
   */
  hooks?: readonly Address[]
}

/** Solidly or a fork: volatile and stable pairs. */
export interface SolidlySourceConfig extends SourceConfig {
  kind: 'solidly'
  factory: Address
  /** Of a pair; where pairs are clones (Velodrome V2, Aerodrome), that of a clone of the factory's implementation. */
  initCodeHash: Hex
  /** Fee of every pair, in basis points. Default: the factory names the fee of each (`getFee(address, bool)`). */
  feeBps?: number
}

/** A plain pool of Curve's StableSwap, of the code of its first ones. */
export interface StableswapSourceConfig extends SourceConfig {
  kind: 'stableswap'
  /** The pool itself. */
  factory: Address
}

/** Plain pools of Curve's StableSwap-NG, of the code of its version 7. Metapools are left out. */
export interface StableswapNgSourceConfig extends SourceConfig {
  kind: 'stableswap-ng'
  /** The factory, whose pools are listed and whose code is trusted. */
  factory: Address
  /**
   * Coins that are vaults of ERC-4626 and are trusted to tell what their shares are worth: one may tell a call from a
   * transaction, and lie in one of them. Pools with any other vault are left out, and those with coins of an oracle or that rebase.
   * At most 64. Default: none, and only pools of coins that count as they are.
   */
  rateProviders?: readonly Address[]
}

/** Pools of Curve's CryptoSwap: of two coins (twocrypto-ng, v2.0.0 and v2.1.0) or of three (tricrypto-ng, v2.0.0), by their factory. */
export interface CryptoswapSourceConfig extends SourceConfig {
  kind: 'cryptoswap'
  /** The factory, whose pools are listed and whose code is trusted: each number of coins has one of its own. */
  factory: Address
}

/** A peg stability module: MakerDAO's LitePSM, Sky's wrapper of it, or another with their interface; or Sky's DaiUsds. */
export interface PsmSourceConfig extends SourceConfig {
  kind: 'psm'
  /** The module itself, the wrapper, or DaiUsds. */
  factory: Address
}

/** Lido's wstETH: wrapping and unwrapping stETH. On Ethereum alone: bridged wstETH of other chains has no stETH. */
export interface WstEthSourceConfig extends SourceConfig {
  kind: 'wsteth'
  /** wstETH itself. */
  factory: Address
}

/** Anyone can make a Uniswap V4 pool with any terms: only those with terms of the list are followed. */
export interface FeeTier {
  /** Hundredths of a bip, 1 to 10,000 (1 %). */
  fee: number
  /** 1 to 200. */
  tickSpacing: number
}

/** Those of Uniswap V3. */
export const DEFAULT_FEE_TIERS: readonly FeeTier[] = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 3_000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
]

/** Supported versions of Aave V3, oldest first. 3.1 has a rate interface of its own, and is deployed nowhere. */
export const AAVE_VERSIONS = ['3.0', '3.2', '3.3', '3.4', '3.5', '3.6', '3.7'] as const

export type AaveVersion = (typeof AAVE_VERSIONS)[number]

/** Whether a version is `first` or a later one. */
export function isSince(version: AaveVersion, first: AaveVersion): boolean {
  return AAVE_VERSIONS.indexOf(version) >= AAVE_VERSIONS.indexOf(first)
}
