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
  /** Absent on a chain without this fee, null while unknown. */
  l1Fee?: L1Fee | null
  /** Gas limit of the block. Default: unknown. */
  gasLimit?: bigint
}

/**
 * The cost of a swap without its gas, in wei: data on Ethereum and the operator fee. A base amount
 * plus an amount per step of the route.
 */
export interface L1Fee {
  base: bigint
  perStep: bigint
  /** Operator fee per million units of gas, in wei. Default: 0. */
  perMillionGas?: bigint
  /** Gas per byte of data that counts against the gas limit of each call. Default: 0. */
  gasPerByte?: bigint
}

/** The pools of a chain at one block. Immutable: a new block creates a new snapshot. */
export interface ChainSnapshot extends Block {
  /** All pools, computed on first use. */
  pools(): readonly PoolView[]
  /** The first pool of a contract. */
  pool(address: Address): PoolView | undefined
  /** Pools that trade two tokens for each other. */
  poolsBetween(tokenA: string, tokenB: string): readonly PoolView[]
  /** Counts by module id. */
  modules(): ReadonlyMap<string, ModuleCount>
}

export interface ModuleCount {
  pools: number
  /** The pools that can trade. */
  healthy: number
}

/** A chain the service follows. */
export interface FollowedChain {
  readonly config: ChainServiceConfig
  /** The newest snapshot, or undefined before the first sync. */
  snapshot(): ChainSnapshot | undefined
  /** Milliseconds since the head last moved by the local clock. Infinity before the first head. */
  headAgeMs(): number
  /** True if no price may be returned: there is no snapshot, or the head is too old. */
  isStale(): boolean
  /** Metadata of a token that some pool holds. Undefined if unknown or invalid. */
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
  /** Number of existing pools. Undefined if all of them are in memory. */
  knownPools(): number | undefined
  /** Explains missing prices without addresses. Undefined if only the age of the head is known. */
  trouble(): string | undefined
  /** Undefined while memory holds at least half of the last hour's maximum. */
  poolLoss(): PoolLoss | undefined
  /** Undefined while no announcements are read. */
  discovery(): DiscoveryProgress | undefined
  /**
   * Explains why the first snapshot is missing. Undefined while nothing fails and after the first
   * snapshot.
   */
  discoveryWait(): DiscoveryWait | undefined
  /** Usage of each node, in config order. */
  nodeUse(): readonly NodeUse[]
}
