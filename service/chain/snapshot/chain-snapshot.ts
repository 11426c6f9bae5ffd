import type { Address } from '../../../wire/lib/address.ts'
import type { PoolView } from '../../modules/core/pool.ts'
import type { Block } from '../blocks/block.ts'

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
