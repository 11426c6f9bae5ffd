import type { Address } from '../../../wire/lib/address.ts'
import type { BlockReader, FollowedModule } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import { ALWAYS_RESPONDS } from '../../modules/core/read-untrusted.ts'

/** Responses of factories that were queried for the pools of token pairs, by module id. */
export interface PairRecord {
  /** Pools that the factory returned and no log announced, by address. */
  named: Map<string, Map<Address, PoolIdentity>>
  /** Modules whose factory did not respond. */
  unanswered: Set<string>
}

export type PairEvent =
  /**
   * The factory returns pools that no log announced: the node omits logs, or the factory emitted
   * none. Pools that the config lists as unannounced are not reported.
   */
  | { type: 'unannounced'; source: string; count: number; pools: Address[] }
  /** The factory does not respond to pair queries, so only announced pools count. Reported once. */
  | { type: 'pairs-unanswered'; source: string; error: unknown }

export interface FactoryQueryDeps {
  followed: readonly FollowedModule[]
  /** Tokens whose pairs are queried, in lower case. */
  hubs: ReadonlySet<string>
  read: BlockReader
  record: PairRecord
  /** Known pools of a source. They show its parameters and are not queried again. */
  getKnown(module: FollowedModule): readonly PoolIdentity[]
  /** Checks whether another pool is known. Default: no pool is. */
  isKnown?(address: Address): boolean
  report?(event: PairEvent): void
}

/** The number of pairs among 25 hubs. */
const MAX_PAIRS = 300

/**
 * Queries factories for unknown pools between hubs and for pools that the config lists as
 * unannounced. The largest pools are between hubs, and no count reveals that a log was omitted. A
 * pool counts if the factory returns it at the address derived from its parameters.
 */
export async function queryFactories(
  deps: FactoryQueryDeps,
): Promise<{ module: FollowedModule; identity: PoolIdentity }[]> {
  const pairs = getPairs([...deps.hubs] as Address[])
  const found = await Promise.all(
    deps.followed.map(async (module) => {
      const pools = await queryFactory(module, pairs, deps)
      return pools.map((identity) => ({ module, identity }))
    }),
  )
  return found.flat()
}

async function queryFactory(
  module: FollowedModule,
  pairs: readonly PoolIdentity['tokens'][],
  { read, record, getKnown, isKnown = () => false, report }: FactoryQueryDeps,
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
    // Throws if the node itself is down, which proves nothing about the factory.
    await read([ALWAYS_RESPONDS])
    if (!record.unanswered.has(module.id)) report?.({ type: 'pairs-unanswered', source: module.id, error })
    record.unanswered.add(module.id)
    // Factories never remove a pool.
    return [...before.values()].filter(isUnknown)
  }
}

/** Returns the pools that the factory confirms. Throws if the factory answers no call. */
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
    throw new Error(`${module.id}: the factory ${module.factory} failed every call`)
  }
  return candidates.filter((_, i) => isNamed[i])
}

/** Returns each pair of tokens with the lower address first, as in the contracts. */
function getPairs(tokens: readonly Address[]): PoolIdentity['tokens'][] {
  const pairs = tokens.flatMap((a, i) =>
    tokens.slice(0, i).map((b): PoolIdentity['tokens'] => (a < b ? [a, b] : [b, a])),
  )
  return pairs.slice(0, MAX_PAIRS)
}
