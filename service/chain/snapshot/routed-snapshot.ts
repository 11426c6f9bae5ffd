import type { Address } from '../../../wire/lib/address.ts'
import type { Pool } from '../../modules/core/pool.ts'
import type { Block } from '../blocks/block.ts'
import type { ChainSnapshot } from './chain-snapshot.ts'
import type { PoolIndex } from './pool-index.ts'

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
