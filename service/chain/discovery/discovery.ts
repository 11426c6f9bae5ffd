import type { Hex } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'

/** The pools that the factories have announced up to a block. */
export interface Discovery {
  block: { number: bigint; hash: Hex }
  found: ReadonlyMap<FollowedModule, readonly PoolIdentity[]>
  /** Number of announcements, including pools that are not traded. */
  announced: ReadonlyMap<FollowedModule, number>
}

/**
 * The node omits logs of existing pools, or does not return the list of a factory. The next node is
 * used.
 */
export class IncompleteDiscoveryError extends Error {
  override readonly name = 'IncompleteDiscoveryError'
}
