import type { PublicClient } from 'viem'
import type { Address } from '../../wire/lib/address.ts'
import type { RoutedSnapshot } from './snapshot/routed-snapshot.ts'
import type { TokenSet } from './tokens/types.ts'
import type { FollowedChain } from './types.ts'

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
