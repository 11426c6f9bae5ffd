import type { Address } from '../../src/lib/address.ts'
import type { BlockReader, FollowedModule } from '../modules/core/module.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'
import { ALWAYS_ANSWERED } from '../modules/core/read-untrusted.ts'

/** What factories that were asked for the pools of pairs have told, by module id. */
export interface PairRecord {
  /** Pools that they named and that no log announced, by address. */
  named: Map<string, Map<Address, PoolIdentity>>
  /** Those that did not answer. */
  unanswered: Set<string>
}

export type PairEvent =
  /**
   * No log announced these pools, which the factory names: the node leaves logs out, or the chain has none of them. Those that the config
   * lists as unannounced are not told of.
   */
  | { type: 'unannounced'; source: string; count: number; pools: Address[] }
  /** The factory does not answer which pools it has: those that logs announce count. Told once. */
  | { type: 'pairs-unanswered'; source: string; error: unknown }

export interface AskDeps {
  followed: readonly FollowedModule[]
  /** Tokens whose pairs are asked for, in lower case. */
  hubs: ReadonlySet<string>
  read: BlockReader
  record: PairRecord
  /** Pools of a source that are known, which show its terms: these are not asked for. */
  getKnown(module: FollowedModule): readonly PoolIdentity[]
  /** Whether another pool is known. Default: none is. */
  isKnown?(address: Address): boolean
  report?(event: PairEvent): void
}

/** Of 25 hubs. */
const MAX_PAIRS = 300

/**
 * Asks factories for the pools between hubs that are not known, and for those that the config lists as unannounced. The largest pools are
 * between hubs, and no count tells that logs left one out. A pool counts where the factory names it at the address that follows from its terms.
 */
export async function askFactories(
  deps: AskDeps,
): Promise<{ module: FollowedModule; identity: PoolIdentity }[]> {
  const pairs = getPairs([...deps.hubs] as Address[])
  const found = await Promise.all(
    deps.followed.map(async (module) => {
      const pools = await askFactory(module, pairs, deps)
      return pools.map((identity) => ({ module, identity }))
    }),
  )
  return found.flat()
}

async function askFactory(
  module: FollowedModule,
  pairs: readonly PoolIdentity['tokens'][],
  { read, record, getKnown, isKnown = () => false, report }: AskDeps,
): Promise<PoolIdentity[]> {
  const { unannounced = [] } = module
  const known = getKnown(module)
  const addresses = new Set(known.map(({ address }) => address))
  const isUnknown = ({ address }: PoolIdentity) => !addresses.has(address) && !isKnown(address)
  const listed = new Set(unannounced.map(({ address }) => address))
  const between = module.listCandidates?.(pairs, known).filter(({ address }) => !listed.has(address)) ?? []
  const candidates = [...unannounced, ...between].filter(isUnknown)
  if (candidates.length === 0) return []
  const before = record.named.get(module.id) ?? new Map<Address, PoolIdentity>()
  try {
    const named = await confirmAnswered(module, candidates, read)
    const fresh = named.filter(({ address }) => !before.has(address))
    const pools = fresh.flatMap(({ address }) => (listed.has(address) ? [] : [address]))
    if (pools.length > 0) report?.({ type: 'unannounced', source: module.id, count: pools.length, pools })
    for (const pool of fresh) before.set(pool.address, pool)
    record.named.set(module.id, before)
    return named
  } catch (error) {
    // A node that answers nothing says nothing about a factory.
    await read([ALWAYS_ANSWERED])
    if (!record.unanswered.has(module.id)) report?.({ type: 'pairs-unanswered', source: module.id, error })
    record.unanswered.add(module.id)
    // No factory takes a pool back.
    return [...before.values()].filter(isUnknown)
  }
}

/** Those that the factory names. Throws where it answers no call at all. */
async function confirmAnswered(
  module: FollowedModule,
  candidates: readonly PoolIdentity[],
  read: BlockReader,
): Promise<PoolIdentity[]> {
  const factory = module.factory.toLowerCase()
  let isAnswered = false
  const listen: BlockReader = async (calls, options) => {
    const answers = await read(calls, options)
    isAnswered ||= calls.some(({ to }, i) => to.toLowerCase() === factory && answers[i] !== undefined)
    return answers
  }
  const isNamed = await module.confirm(candidates, listen)
  if (!isAnswered) {
    throw new Error(`${module.id}: the factory ${module.factory} does not tell which pools it has`)
  }
  return candidates.filter((_, i) => isNamed[i])
}

/** Each two tokens, the lower one first, as contracts order them. */
function getPairs(tokens: readonly Address[]): PoolIdentity['tokens'][] {
  const pairs = tokens.flatMap((a, i) =>
    tokens.slice(0, i).map((b): PoolIdentity['tokens'] => (a < b ? [a, b] : [b, a])),
  )
  return pairs.slice(0, MAX_PAIRS)
}
