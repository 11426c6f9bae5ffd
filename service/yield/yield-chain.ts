import type { Reserve, YieldAdapter } from './adapter.ts'
import type { StateAt, YieldCaches } from './caches.ts'
import { ChainFailure } from './chain-failure.ts'
import type { BlockHeader, ChainReader } from './chain-reader.ts'
import { type Earnings, earningsOf } from './earnings.ts'
import { findBlockAt, findFirst } from './find-block.ts'

/** The lending protocols of one chain, with what was read of them lately. */
export interface YieldChain {
  readonly name: string
  readonly adapters: readonly YieldAdapter[]
  reserves(adapter: YieldAdapter): Promise<readonly Reserve[]>
  state(reserve: Reserve): Promise<StateAt>
  /** What a deposit earned in the window before a block, or since the reserve is there. */
  past(reserve: Reserve, until: BlockHeader): Promise<Earnings>
  /** What one earns once `deposit` has been added; undefined when there is no rate for it. */
  earningsAfter(reserve: Reserve, deposit: bigint): Promise<Earnings | undefined>
}

export interface YieldChainOptions {
  name: string
  adapters: readonly YieldAdapter[]
  reader: ChainReader
  caches: YieldCaches
  /** No block before it is asked for. */
  fromBlock: bigint
  windowSeconds: bigint
}

const HOUR_SECONDS = 3600n

export function createYieldChain(options: YieldChainOptions): YieldChain {
  const { name, adapters, reader, caches, fromBlock, windowSeconds } = options
  const keyOf = ({ protocol, pool, inputToken }: Reserve) => `${name} ${protocol} ${pool} ${inputToken}`

  /** Looked for by the hour, so that all reserves share what is found. */
  function blockBefore(until: BlockHeader): Promise<BlockHeader> {
    const hour = ((until.timestamp - windowSeconds) / HOUR_SECONDS) * HOUR_SECONDS
    return caches.blocks.get(`${name} ${hour}`, async () => {
      const first = await reader.block(fromBlock)
      return findBlockAt(hour, { first, last: until, block: reader.block })
    })
  }

  function index(reserve: Reserve, header: BlockHeader): Promise<bigint | undefined> {
    return caches.points.get(`${keyOf(reserve)} ${header.hash}`, () => reserve.index(reader.at(header)))
  }

  /** The oldest point of the window at which there was something to grow. */
  async function startOf(
    reserve: Reserve,
    until: BlockHeader,
  ): Promise<{ header: BlockHeader; value: bigint }> {
    const oldest = await blockBefore(until)
    const value = await index(reserve, oldest)
    if (value !== undefined) return { header: oldest, value }
    const isThere = async (number: bigint) => (await index(reserve, await reader.block(number))) !== undefined
    const birth = await findFirst(isThere, { without: oldest.number, having: until.number })
    const header = await reader.block(birth)
    const firstValue = await index(reserve, header)
    if (firstValue === undefined) throw new ChainFailure('incomplete', 'The reserve has no history')
    return { header, value: firstValue }
  }

  const chain: YieldChain = {
    name,
    adapters,

    reserves: (adapter) =>
      caches.pools.get(`${name} ${adapter.protocol} ${adapter.pool}`, async () =>
        adapter.reserves(reader.at(await reader.latest())),
      ),

    state: (reserve) =>
      caches.states.get(keyOf(reserve), async () => {
        const header = await reader.latest()
        return { header, state: await reserve.state(reader.at(header)) }
      }),

    async past(reserve, until) {
      const to = await index(reserve, until)
      if (to === undefined) throw new ChainFailure('incomplete', 'The reserve has no history')
      const from = await startOf(reserve, until)
      const seconds = until.timestamp - from.header.timestamp
      if (seconds <= 0n) throw new ChainFailure('incomplete', 'The reserve has no history')
      return earningsOf({ from: from.value, to, seconds })
    },

    async earningsAfter(reserve, deposit) {
      const { header, state } = await chain.state(reserve)
      try {
        return await state.earningsAfter(deposit, {
          read: reader.at(header),
          past: () => chain.past(reserve, header),
        })
      } catch (error) {
        // Its block may be one the chain has gone back on, or one the node knows no more.
        caches.states.forget(keyOf(reserve))
        throw error
      }
    },
  }
  return chain
}
