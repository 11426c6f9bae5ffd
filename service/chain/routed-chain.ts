import type { PublicClient } from 'viem'
import type { Address } from '../../src/lib/address.ts'
import type { Pool } from '../modules/pool.ts'
import type { ChainSnapshot, FollowedChain } from './types.ts'

/** A snapshot whose pools can be quoted. */
export interface RoutedSnapshot extends ChainSnapshot {
  pools(): readonly Pool[]
  pool(address: Address): Pool | undefined
}

/** A followed chain as the router needs it: pools that can be quoted, and a node that can simulate. */
export interface RoutedChain extends FollowedChain {
  readonly client: PublicClient
  snapshot(): RoutedSnapshot | undefined
  /** False when a transfer delivers less than was sent: nothing is quoted through such a token. */
  isPlainToken(address: Address): boolean
}
