import type { ChainServiceConfig } from '../config-types.ts'
import type { ChainEvent } from './chain-events.ts'
import type { RoutedChain } from './routed-chain.ts'

export interface FollowOptions {
  onEvent?: (event: ChainEvent) => void
  /** Milliseconds between looks at the head. Default: a quarter of the block time, 250 to 1000. */
  pollMs?: number
}

/** A chain being followed, and its switch. */
export interface ChainFollower extends RoutedChain {
  /** Follows until `stop`, whatever the node does. Resolves with the first snapshot, and never rejects. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createFollowedChain(
  _config: ChainServiceConfig,
  _options: FollowOptions = {},
): ChainFollower {
  throw new Error('Following a chain is not built yet')
}
