import type { Hex } from '../../src/lib/address.ts'
import type { BlockReader, FollowedModule, LiquidityModules } from '../modules/core/module.ts'
import type { PoolIdentity, PoolLog } from '../modules/core/pool.ts'
import { announcedBy } from './advance.ts'
import type { ChainNode, Header } from './node.ts'

/** The pools that the factories have announced up to a block. */
export interface Discovery {
  block: { number: bigint; hash: Hex }
  found: ReadonlyMap<FollowedModule, readonly PoolIdentity[]>
  /** Number of announcements, of pools that are not traded too. */
  announced: ReadonlyMap<FollowedModule, number>
}

/** The last discovery of a chain. */
export interface DiscoveryRecord {
  latest: Discovery | undefined
  /** False once pools were missing or wrong: then it only tells how many there must be. */
  isTrusted: boolean
}

export interface DiscoverDeps {
  node: ChainNode
  modules: LiquidityModules
  /** Pinned to the header's block. */
  read: BlockReader
  fromBlock: bigint
  /** Earlier pools of the same branch. Trusted: only later announcements are read. */
  record?: DiscoveryRecord
}

/** The node's logs leave out pools that exist: they cannot be used for quotes. */
export class IncompleteDiscoveryError extends Error {
  override readonly name = 'IncompleteDiscoveryError'
}

/** Finds the pools of a block's state by the logs of their factories. */
export async function discover({ number, hash }: Header, deps: DiscoverDeps): Promise<Discovery> {
  const { node, fromBlock } = deps
  const { followed } = deps.modules
  const last = await getAncestor(number, deps)
  const since = deps.record?.isTrusted ? last : undefined
  const found = new Map(followed.map((module) => [module, [...(since?.found.get(module) ?? [])]]))
  const announced = new Map(followed.map((module) => [module, since?.announced.get(module) ?? 0]))
  const discovery = { block: { number, hash }, found, announced }
  if (followed.length === 0) return discovery
  const logs = await node.logsIn({
    ...getAnnouncementFilter(followed),
    fromBlock: since ? since.block.number + 1n : fromBlock,
    toBlock: number,
  })
  for (const { module, identity } of readAnnouncements(followed, logs)) {
    announced.set(module, (announced.get(module) ?? 0) + 1)
    if (identity) found.get(module)?.push(identity)
  }
  await requireAll(discovery, last, deps)
  return discovery
}

export function getAnnouncementFilter(followed: readonly FollowedModule[]) {
  return {
    addresses: followed.map((module) => module.factory),
    topics: [...new Set(followed.map((module) => module.createdTopic))],
  }
}

/** The announcements among logs; those without an identity are of pools that are not traded. */
export function readAnnouncements(
  followed: readonly FollowedModule[],
  logs: readonly PoolLog[],
): { module: FollowedModule; identity: PoolIdentity | undefined }[] {
  return logs.flatMap((log) => {
    const module = announcedBy(followed, log)
    return module ? [{ module, identity: module.identify(log) }] : []
  })
}

/** The last discovery, where the chain still has its block. */
async function getAncestor(number: bigint, { node, record }: DiscoverDeps): Promise<Discovery | undefined> {
  const last = record?.latest
  if (!last || last.block.number > number) return undefined
  return (await node.hashAt(last.block.number)) === last.block.hash ? last : undefined
}

/**
 * An empty or truncated log response looks like a market without pools: compare with the factories' counts, and with what
 * was announced before, since no factory takes a pool back.
 */
async function requireAll(
  { announced }: Discovery,
  last: Discovery | undefined,
  { modules: { followed }, read }: DiscoverDeps,
): Promise<void> {
  if (followed.every((module) => !announced.get(module))) {
    throw new IncompleteDiscoveryError(`The node shows no pool of ${followed.map(({ id }) => id).join(', ')}`)
  }
  for (const module of followed) {
    const shown = announced.get(module) ?? 0
    const before = last?.announced.get(module) ?? 0
    if (shown < before) {
      throw new IncompleteDiscoveryError(
        `The node shows ${shown} pools of ${module.id}; there were ${before}`,
      )
    }
    const counted = await module.countPools?.(read)
    if (counted !== undefined && BigInt(shown) < counted) {
      throw new IncompleteDiscoveryError(
        `The node shows ${shown} pools of ${module.id}; its factory counts ${counted}`,
      )
    }
  }
}
