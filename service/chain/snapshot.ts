import type { Header } from './node.ts'
import { createRoutedSnapshot, type RoutedSnapshot } from './routed-chain.ts'

/** A routed snapshot with what following the chain needs besides. */
export interface ChainState extends RoutedSnapshot {
  header: Header
  /** Contracts that were read at this block, and are read again at the next. */
  sampled: ReadonlySet<string>
}

export type ChainPools = Pick<ChainState, 'poolIndex' | 'sampled'>

export function createSnapshot(header: Header, { poolIndex, sampled }: ChainPools): ChainState {
  const { number: blockNumber, hash: blockHash, timestamp, gasPrice } = header
  return {
    ...createRoutedSnapshot({ blockNumber, blockHash, timestamp, gasPrice }, poolIndex),
    header,
    sampled,
  }
}
