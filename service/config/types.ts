import type { Address } from '../../wire/lib/address.ts'
import type { Protocol } from '../modules/core/protocol.ts'
import type { PROTOCOLS } from '../modules/protocols.ts'

/**
 * The operator's config: a JSON file at `SLUICE_CONFIG`. The local devnet writes
 * `.devnet/service.json`.
 */
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
   * The budget of each instance for calls to its nodes, by the host of their URL with its port if
   * present. Nodes of one host have this budget each. Default: unlimited.
   */
  nodeBudgets?: Record<string, NodeBudget>
  /** For block announcements. Default: polling only. */
  wsUrl?: string
  /**
   * RPCs that keep transactions out of the public mempool, at most 8. `/private-rpcs` offers them
   * to wallets if they respond with the chain's id. These addresses are public, so they must not
   * contain keys. Default: none.
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
  /**
   * Address that earns the service's share of the fees, fixed when the settlement is deployed.
   * Default: not compared.
   */
  treasury?: Address
  /** Basis points of the output, 3 to 5. Default: 3. */
  settlementFeeBps: number
  /** The chain's reference stable token: USD values are measured against it. */
  referenceStable: Address
  /**
   * Tokens that routes may pass through, in addition to the pair itself and the shares of
   * `erc4626` sources.
   */
  baseTokens: Address[]
  /**
   * Further tokens that routes may pass through, to or from a token that shares a pool with them.
   * Their contracts run within the trades of others: a hostile token can refuse a trade, or move
   * prices within it as far as the minimum allows. Default: the tokens of `tokenLists`.
   */
  connectorTokens?: Address[]
  /** Tokens that the catalogue marks `stable`, in addition to the reference stablecoin. */
  stableTokens?: Address[]
  /** Logo URL by token address; `https:`, or `http:` from `localhost` for development. */
  logoUris?: Record<string, string>
  /** In the file also by module, as the chain's preset has it. */
  sources: LiquiditySourceConfig[]
  /**
   * Oracle of the fee that a transaction pays in addition to its gas, read as `l1FeeModel` says.
   * Included in routes and prices, and by `npm run deploy` where the node's estimate omits it.
   * Default: no such fee.
   */
  l1FeeOracle?: Address
  /**
   * `op-stack`: `getL1Fee(bytes)`, also on Scroll, and the operator's `getOperatorFee(uint256)` if
   * the oracle has it. `mantle`: `op-stack` with the first fee multiplied by `tokenRatio()`.
   * `arbitrum`: the price of a byte from ArbGasInfo, times the compressed size. Default:
   * `op-stack`.
   */
  l1FeeModel?: 'op-stack' | 'mantle' | 'arbitrum'
  /** First block with pools: discovery starts here. */
  fromBlock: number
  /**
   * Number of blocks behind the head that no reorg reaches. Pools are stored up to there. Default:
   * the value of the preset, otherwise the blocks of 20 minutes, 64 to 5,000.
   */
  finalityBlocks?: number
  /**
   * Maximum number of blocks in one `eth_getLogs`. The service requests fewer if the node refuses
   * the range. Default: 50,000.
   */
  logBlocks?: number
  /** Which pools are kept in memory; the others are loaded by the first request that needs them. */
  poolLimits?: {
    /** All pools are loaded where there are not more. Default: 5,000. */
    loadAllUpTo?: number
    /** Worth from which a pool is loaded at the start, in whole reference tokens. Default: 1,000. */
    minValue?: number
    /** Pools loaded at the start at most, the most valuable ones. Default: 20,000. */
    maxPools?: number
    /** Minutes for which a pool of less worth stays after a trade or a request. Default: 60. */
    keepMinutes?: number
  }
  /** Typical seconds between blocks; a head older than three of these (at least 15 s) is stale. */
  blockSeconds: number
  /**
   * Maximum number of seconds that the newest block may be behind the clock of this machine. Beyond
   * it the chain is stale, because its nodes lag. A local chain with its own clock needs a large
   * number. Default: three blocks, at least 120.
   */
  maxLagSeconds?: number
  /**
   * Maximum number of seconds that the newest block may be ahead of the clock of this machine.
   * Beyond it the chain is stale, because one of the clocks is wrong and a call expires by the
   * later one. Default: 120 with a preset, otherwise unlimited, as local chains need.
   */
  maxLeadSeconds?: number
}

/** Calls over it go to the next node, wait or fail. */
export interface NodeBudget {
  /** Calls in any second. Default: any number. */
  callsPerSecond?: number
  /** Calls of all instances together, from midnight to midnight UTC. Default: any number. */
  callsPerDay?: number
  /**
   * Share of `callsPerDay` that is kept for following the chain, from 0 to 1: quotes and other
   * requests of callers leave as much of it as there is of the day. Default: 0.5.
   */
  reservedShare?: number
  /**
   * Share of the callers' part of `callsPerDay` that one API key may spend, from 0 to 1. Default: 0.5.
   */
  keyShare?: number
}

/** The config as `npm run deploy` reads it. */
export interface UndeployedConfig extends Omit<ServiceConfig, 'chains'> {
  chains: UndeployedChain[]
}

/** A chain whose settlement may be yet to deploy. */
export type UndeployedChain = Omit<ChainServiceConfig, 'settlement' | 'executor'> &
  Partial<Pick<ChainServiceConfig, 'settlement' | 'executor'>>

/** A source of liquidity. Each kind has only the fields that cannot be read from the chain. */
export type LiquiditySourceConfig = SourceOf<(typeof PROTOCOLS)[number]>

type SourceOf<Each> = Each extends Protocol<infer Source> ? Source : never
