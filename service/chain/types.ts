import type { Address } from '../../wire/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { DiscoveryProgress } from './discovery/discovery-progress.ts'
import type { DiscoveryWait } from './discovery/discovery-wait.ts'
import type { PoolLoss } from './pool-set/pool-losses.ts'
import type { NodeUse } from './rpc/node-meter.ts'
import type { ChainSnapshot } from './snapshot/chain-snapshot.ts'
import type { TokenMetadata } from './tokens/types.ts'

/** A chain the service follows. */
export interface FollowedChain {
  readonly config: ChainServiceConfig
  /** The newest snapshot, or undefined before the first sync. */
  snapshot(): ChainSnapshot | undefined
  /** Milliseconds since the head last moved by the local clock. Infinity before the first head. */
  headAgeMs(): number
  /** True if no price may be returned: there is no snapshot, or the head is too old. */
  isStale(): boolean
  /** Metadata of a token that some pool holds. Undefined if unknown or invalid. */
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
  /** Number of existing pools. Undefined if all of them are in memory. */
  knownPools(): number | undefined
  /** Explains missing prices without addresses. Undefined if only the age of the head is known. */
  trouble(): string | undefined
  /** Undefined while memory holds at least half of the last hour's maximum. */
  poolLoss(): PoolLoss | undefined
  /** Undefined while no announcements are read. */
  discovery(): DiscoveryProgress | undefined
  /**
   * Explains why the first snapshot is missing. Undefined while nothing fails and after the first
   * snapshot.
   */
  discoveryWait(): DiscoveryWait | undefined
  /** Usage of each node, in config order. */
  nodeUse(): readonly NodeUse[]
}
