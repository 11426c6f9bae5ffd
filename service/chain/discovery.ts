import type { Hex } from '../../src/lib/address.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'

/** The pools that the factories have announced up to a block. */
export interface Discovery {
  block: { number: bigint; hash: Hex }
  found: ReadonlyMap<FollowedModule, readonly PoolIdentity[]>
  /** Number of announcements, of pools that are not traded too. */
  announced: ReadonlyMap<FollowedModule, number>
}

/** The node's logs leave out pools that exist, or it does not show the list of a factory: the next node is asked. */
export class IncompleteDiscoveryError extends Error {
  override readonly name = 'IncompleteDiscoveryError'
}
