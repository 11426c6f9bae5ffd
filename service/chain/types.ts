import type { Address, Hex } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { PoolView } from '../modules/core/pool.ts'

export interface TokenMetadata {
  address: Address
  symbol: string
  name: string
  decimals: number
}

export interface Block {
  blockNumber: bigint
  blockHash: Hex
  /** Unix seconds. */
  timestamp: bigint
  /** Wei a transaction usually pays per unit of gas: the base fee and a tip. */
  gasPrice: bigint
}

/** What is known of a chain at one block. Immutable: a new block makes a new snapshot. */
export interface ChainSnapshot extends Block {
  /** All of them; made when first asked for. */
  pools(): readonly PoolView[]
  /** The first pool of a contract. */
  pool(address: Address): PoolView | undefined
  /** Those that trade two tokens for each other. */
  poolsBetween(tokenA: string, tokenB: string): readonly PoolView[]
  /** By module id. */
  modules(): ReadonlyMap<string, ModuleCount>
}

export interface ModuleCount {
  pools: number
  /** Of them, those that can trade. */
  healthy: number
}

/** A chain the service follows. */
export interface FollowedChain {
  readonly config: ChainServiceConfig
  /** The newest snapshot; undefined before the first sync. */
  snapshot(): ChainSnapshot | undefined
  /** Milliseconds since the head last moved, by this machine's clock; Infinity before the first. */
  headAgeMs(): number
  /** True when prices must not be given: no snapshot, or a head too old. */
  isStale(): boolean
  /** Metadata of every token some pool holds; undefined when unknown or refused. */
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
}
