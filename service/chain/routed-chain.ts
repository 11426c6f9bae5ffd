import type { PublicClient } from 'viem'
import type { Address } from '../../src/lib/address.ts'
import type { Pool } from '../modules/core/pool.ts'
import type { PoolBook } from './pool-book.ts'
import type { Block, ChainSnapshot, FollowedChain } from './types.ts'
import type { VersionedMap } from './versioned-map.ts'

/** A snapshot whose pools can be quoted. */
export interface RoutedSnapshot extends ChainSnapshot {
  book: PoolBook
  pools(): readonly Pool[]
  pool(address: Address): Pool | undefined
}

/** A snapshot of a block, with these pools. */
export function createRoutedSnapshot(block: Block, book: PoolBook): RoutedSnapshot {
  return {
    ...block,
    book,
    pools: book.pools,
    poolsBetween: (a, b) => book.between(a.toLowerCase(), b.toLowerCase()),
    modules: book.modules,
    pool: (address) => book.contract(address.toLowerCase()),
  }
}

/** Tokens in lower case. */
export type TokenSet = VersionedMap<string, true>

/** A followed chain as the router needs it: pools that can be quoted, and a node that can simulate. */
export interface RoutedChain extends FollowedChain {
  readonly client: PublicClient
  snapshot(): RoutedSnapshot | undefined
  /** What is quoted: tokens that can be named and counted with, and whose transfers deliver what was sent. */
  tradableTokens(): TokenSet
}
