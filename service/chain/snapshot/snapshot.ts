import type { Header } from '../blocks/node.ts'
import { toBlock } from '../blocks/to-block.ts'
import { createRoutedSnapshot, type RoutedSnapshot } from './routed-snapshot.ts'

/** A routed snapshot with the fields needed to follow the chain. */
export interface ChainState extends RoutedSnapshot {
  header: Header
  /** Contracts that are read again at every block. */
  sampled: ReadonlySet<string>
  /** State that all pools of a module depend on, by module id. */
  shared: ReadonlyMap<string, string>
}

export type ChainPools = Pick<ChainState, 'poolIndex' | 'sampled'>

const NOTHING_SHARED: ReadonlyMap<string, string> = new Map()

export function createSnapshot(
  header: Header,
  { poolIndex, sampled }: ChainPools,
  shared = NOTHING_SHARED,
): ChainState {
  const block = toBlock({ ...header, blockNumber: header.number, blockHash: header.hash })
  return {
    ...createRoutedSnapshot(block, poolIndex),
    header,
    sampled,
    shared,
  }
}
