import type { StateAt, YieldCaches } from './caches.ts'
import type { BlockHeader, YieldReader } from './chain-reader.ts'
import type { Reserve, YieldAdapter } from './core/adapter.ts'
import { ChainFailure } from './core/chain-failure.ts'
import { type Earnings, getEarnings } from './core/earnings.ts'
import { findBlockAt, findFirst } from './find-block.ts'
import type { IndexPoint, ReserveKey } from './index-points.ts'

/** The lending protocols of one chain, read through the caches. */
export interface YieldChain {
  readonly name: string
  readonly adapters: readonly YieldAdapter[]
  reserves(adapter: YieldAdapter): Promise<readonly Reserve[]>
  state(reserve: Reserve): Promise<StateAt>
  /** Returns what a deposit earned in the window before a block, or since the reserve exists. */
  past(reserve: Reserve, until: BlockHeader): Promise<Earnings>
  /** Returns what a deposit earns after `deposit` is added, or undefined without a rate. */
  earningsAfter(reserve: Reserve, deposit: bigint): Promise<Earnings | undefined>
  /** Returns the current index of every reserve. Skips protocols that do not respond. */
  indexes(): Promise<(ReserveKey & IndexPoint)[]>
}

export interface YieldChainOptions {
  name: string
  adapters: readonly YieldAdapter[]
  reader: YieldReader
  caches: YieldCaches
  /** The first block with state. */
  fromBlock: bigint
  windowSeconds: bigint
  /** Reads recorded points, for nodes without old state. Default: none. */
  written?: ((reserve: ReserveKey, seconds: bigint) => Promise<IndexPoint | undefined>) | undefined
}

const HOUR_SECONDS = 3600n
/** Minimum window of a recorded point, because vaults receive income at irregular intervals. */
const MIN_WRITTEN_SECONDS = 86_400n

export function createYieldChain(options: YieldChainOptions): YieldChain {
  const { name, adapters, reader, caches, fromBlock, windowSeconds, written } = options
  const reserveKey = ({ protocol, pool, inputToken }: Reserve): ReserveKey => {
    return { chain: name, protocol, pool, inputToken }
  }
  const toKey = ({ protocol, pool, inputToken }: Reserve) => `${name} ${protocol} ${pool} ${inputToken}`

  /** Rounds to the hour, so that all reserves share the lookup. */
  function blockBefore(until: BlockHeader): Promise<BlockHeader> {
    const hour = ((until.timestamp - windowSeconds) / HOUR_SECONDS) * HOUR_SECONDS
    return caches.blocks.get(`${name} ${hour}`, async () => {
      const first = await reader.block(fromBlock)
      return findBlockAt(hour, { first, last: until, block: reader.block })
    })
  }

  function index(reserve: Reserve, header: BlockHeader): Promise<bigint | undefined> {
    return caches.points.get(`${toKey(reserve)} ${header.hash}`, () => reserve.index(reader.at(header)))
  }

  /** Returns the oldest point of the window at which the reserve had deposits. */
  async function getStart(reserve: Reserve, until: BlockHeader): Promise<IndexPoint> {
    const oldest = await blockBefore(until)
    const value = await index(reserve, oldest)
    if (value !== undefined) return { seconds: oldest.timestamp, value }
    const isThere = async (number: bigint) => (await index(reserve, await reader.block(number))) !== undefined
    const birth = await findFirst(isThere, { without: oldest.number, having: until.number })
    const header = await reader.block(birth)
    const firstValue = await index(reserve, header)
    if (firstValue === undefined) throw new ChainFailure('incomplete', 'The reserve has no history')
    return { seconds: header.timestamp, value: firstValue }
  }

  /** Returns a recorded point after a failed read. Rethrows the failure without one. */
  async function writtenStart(reserve: Reserve, until: BlockHeader, failure: unknown): Promise<IndexPoint> {
    const isReadFailed = failure instanceof ChainFailure && failure.kind !== 'incomplete'
    const recorded = isReadFailed && written?.(reserveKey(reserve), until.timestamp - windowSeconds)
    const point = await (recorded || undefined)?.catch(() => undefined)
    if (!point || until.timestamp - point.seconds < MIN_WRITTEN_SECONDS) throw failure
    return point
  }

  const chain: YieldChain = {
    name,
    adapters,

    reserves: (adapter) =>
      caches.pools.get(`${name} ${adapter.protocol} ${adapter.pool}`, async () =>
        adapter.reserves(reader.at(await reader.latest())),
      ),

    state: (reserve) =>
      caches.states.get(toKey(reserve), async () => {
        const header = await reader.latest()
        return { header, state: await reserve.state(reader.at(header)) }
      }),

    async past(reserve, until) {
      const to = await index(reserve, until)
      if (to === undefined) throw new ChainFailure('incomplete', 'The reserve has no history')
      const from = await getStart(reserve, until).catch((failure) => writtenStart(reserve, until, failure))
      const seconds = until.timestamp - from.seconds
      if (seconds <= 0n) throw new ChainFailure('incomplete', 'The reserve has no history')
      return getEarnings({ from: from.value, to, seconds })
    },

    async earningsAfter(reserve, deposit) {
      const { header, state } = await chain.state(reserve)
      try {
        return await state.earningsAfter(deposit, {
          read: reader.at(header),
          past: () => chain.past(reserve, header),
        })
      } catch (error) {
        // The block of the cached state may have been reorganized, or pruned by the node.
        caches.states.delete(toKey(reserve))
        throw error
      }
    },

    async indexes() {
      const lists = await Promise.allSettled(adapters.map((adapter) => chain.reserves(adapter)))
      const reserves = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
      const header = await reader.latest()
      const values = await Promise.allSettled(reserves.map((reserve) => reserve.index(reader.at(header))))
      return reserves.flatMap((reserve, i) => {
        const value = values[i]?.status === 'fulfilled' ? values[i].value : undefined
        return value === undefined ? [] : [{ ...reserveKey(reserve), seconds: header.timestamp, value }]
      })
    },
  }
  return chain
}
