import type { PublicClient } from 'viem'
import type { Address } from '../../src/lib/address.ts'
import type { Pool } from '../modules/core/pool.ts'
import type { PoolIndex } from './pool-index.ts'
import type { Block, ChainSnapshot, FollowedChain } from './types.ts'
import type { VersionedMap } from './versioned-map.ts'

/** A snapshot whose pools can be quoted. */
export interface RoutedSnapshot extends ChainSnapshot {
  poolIndex: PoolIndex
  pools(): readonly Pool[]
  pool(address: Address): Pool | undefined
}

/** Creates a snapshot of a block with these pools. */
export function createRoutedSnapshot(block: Block, poolIndex: PoolIndex): RoutedSnapshot {
  return {
    ...block,
    poolIndex,
    pools: poolIndex.pools,
    poolsBetween: (a, b) => poolIndex.between(a.toLowerCase(), b.toLowerCase()),
    modules: poolIndex.modules,
    pool: (address) => poolIndex.contract(address.toLowerCase()),
  }
}

/** Tokens in lower case. */
export type TokenSet = VersionedMap<string, true>

/** A followed chain as used by the router: quotable pools and a node that can simulate. */
export interface RoutedChain extends FollowedChain {
  readonly client: PublicClient
  snapshot(): RoutedSnapshot | undefined
  /** Tokens that can be quoted: with valid metadata and without a transfer tax. */
  tradableTokens(): TokenSet
  /**
   * Loads the pools that a trade between two tokens could use and that are not in memory. Resolves
   * immediately if none are missing. Throws a `ServiceError` (503) if they cannot be loaded within
   * seconds. Tokens are in lower case.
   */
  prepare(tokenA: string, tokenB: string): Promise<void>
  /** Checks whether a pool exists at the address, in memory or not. */
  isKnownPool(address: Address): boolean
  /** Schedules a reload of these pools, because a quote through them failed at its own block. */
  suspect(pools: readonly Address[]): void
}
