import type { Address } from '../../src/lib/address.ts'
import type { Protocol } from '../modules/core/protocol.ts'
import type { PROTOCOLS } from '../modules/protocols.ts'

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
  /**
   * * Share of `callsPerDay` that is kept for following the chain, from 0 to 1: quotes and other
   * requests of callers leave as much of it as there is of the day. Default: 0.5.
   */
  reservedShare?: number
  /**
   * Share of the callers' part of `callsPerDay` that one API key may spend on an instance, from 0
   * to 1. Default: 0.5.
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
