import type { Address } from '../../src/lib/address.ts'
import type { Pool } from '../modules/pool.ts'
import type { Header } from './node.ts'
import type { RoutedSnapshot } from './routed-chain.ts'

/** Pools by address in lower case. */
export type PoolMap = ReadonlyMap<string, Pool>

/** A routed snapshot with what following the chain needs besides. */
export interface ChainState extends RoutedSnapshot {
  header: Header
  poolMap: PoolMap
}

export function createSnapshot(header: Header, poolMap: PoolMap): ChainState {
  const pools = [...poolMap.values()].flatMap((pool) => [pool, ...(pool.siblings ?? [])])
  return {
    header,
    poolMap,
    blockNumber: header.number,
    blockHash: header.hash,
    timestamp: header.timestamp,
    gasPrice: header.gasPrice,
    pools: () => pools,
    pool: (address: Address) => poolMap.get(address.toLowerCase()),
  }
}
