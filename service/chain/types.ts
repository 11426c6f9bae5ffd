import type { Address, Hex } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { PoolView } from '../modules/core/pool.ts'
import type { DiscoveryProgress } from './discovery-progress.ts'
import type { DiscoveryWait } from './discovery-wait.ts'
import type { NodeUse } from './node-meter.ts'
import type { PoolLoss } from './pool-losses.ts'

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
  /** Typical wei per unit of gas: the base fee plus a tip. */
  gasPrice: bigint
  /** Absent on a chain that takes none; null while it is unknown. */
  l1Fee?: L1Fee | null
  /** Units of gas that the block may take. Default: unknown. */
  gasLimit?: bigint
}

/**
 * What a swap pays besides its gas, in wei: so much, and more for each step of its route. For its data on Ethereum, and to the
 * operator of the chain.
 */
export interface L1Fee {
  base: bigint
  perStep: bigint
  /** What a million units of gas cost beside their price, in wei: the operator's fee. Default 0. */
  perMillionGas?: bigint
  /** What a byte of data takes of the gas limit of each call, where nodes count it as gas. Default 0. */
  gasPerByte?: bigint
}

/** The pools of a chain at one block. Immutable: a new block makes a new snapshot. */
export interface ChainSnapshot extends Block {
  /** All pools; computed on first use. */
  pools(): readonly PoolView[]
  /** The first pool of a contract. */
  pool(address: Address): PoolView | undefined
  /** Pools that trade two tokens for each other. */
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
  /** True when no price may be given: no snapshot, or a head that is too old. */
  isStale(): boolean
  /** Metadata of a token some pool holds; undefined when unknown or invalid. */
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
  /** Number of pools that exist; undefined where all of them are in memory. */
  knownPools(): number | undefined
  /** Why there are no prices, in words without addresses; undefined where nothing is known but the age of the head. */
  trouble(): string | undefined
  /** Undefined while memory holds at least half of the pools that it held within the last hour. */
  poolLoss(): PoolLoss | undefined
  /** Undefined while the announcements of pools are not being read. */
  discovery(): DiscoveryProgress | undefined
  /** Why the first snapshot is not there yet; undefined while nothing fails, and once it is. */
  discoveryWait(): DiscoveryWait | undefined
  /** What was asked of each node, in the order of the config. */
  nodeUse(): readonly NodeUse[]
}
