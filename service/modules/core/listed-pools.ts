import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, toAddress, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, FollowedModule } from './module.ts'
import type { PoolIdentity } from './pool.ts'

const poolCount = toFunctionSelector('pool_count()')
const poolList = toFunctionSelector('pool_list(uint256)')

/** Ten times the largest known factory. A larger count is rejected. */
const MAX_LISTED = 20_000

/** Immutable data of a pool as returned by its factory. */
interface ListedPool {
  coins: readonly { address: Address }[]
}

interface Factory<Listed extends ListedPool> {
  module: string
  factory: Address
  /** Selectors of the factory's views of a pool. */
  views: readonly Hex[]
  /**
   * Decodes the results. Returns undefined for a pool that is not traded or does not belong to the
   * factory.
   */
  toPool(address: Address, results: readonly Hex[]): Listed | undefined
}

interface ListedPools<Listed> extends Required<Pick<FollowedModule, 'listPools' | 'confirm'>> {
  /** Returns the traded pools. */
  find(identities: readonly PoolIdentity[], read: BlockReader): Promise<Listed[]>
}

/**
 * Lists the pools of a Curve factory, whose logs do not name them. Keeps the last data of a pool
 * while the factory does not respond. Throws for a pool without data, because a skipped pool would
 * never be queried again.
 */
export function createListedPools<Listed extends ListedPool>({
  module,
  factory,
  views,
  toPool,
}: Factory<Listed>): ListedPools<Listed> {
  const immutable = new Map<Address, Listed>()

  async function query(addresses: readonly Address[], read: BlockReader): Promise<(Listed | undefined)[]> {
    const calls = addresses.flatMap((address) =>
      views.map((selector): ContractCall => ({ to: factory, data: encodeCall(selector, BigInt(address)) })),
    )
    const results = await read(calls)
    return addresses.map((address, i) => {
      const own = results.slice(views.length * i, views.length * (i + 1)).flatMap((result) => result ?? [])
      if (own.length < views.length) return recall(address)
      const pool = toPool(address, own)
      if (pool) immutable.set(address, pool)
      return pool
    })
  }

  function recall(address: Address): Listed {
    const pool = immutable.get(address)
    if (!pool) throw new Error(`${module}: the factory ${factory} returned no data for its pools`)
    return pool
  }

  const askAbout = (identities: readonly PoolIdentity[], read: BlockReader) =>
    query(
      identities.map(({ address }) => address),
      read,
    )

  return {
    async listPools(read, from) {
      const [result] = await read([{ to: factory, data: poolCount }])
      if (!result) throw new Error(`${module}: the factory ${factory} did not return its number of pools`)
      const count = Number(uintAt(result, 0))
      if (count > MAX_LISTED)
        throw new Error(`${module}: the factory ${factory} reports an implausible ${count} pools`)
      const indexes = Array.from({ length: Math.max(0, count - from) }, (_, i) => BigInt(from + i))
      const listed = await read(indexes.map((i) => ({ to: factory, data: encodeCall(poolList, i) })))
      const addresses = listed.map((word, i) => {
        if (!word)
          throw new Error(`${module}: the factory ${factory} returned no pool at index ${indexes[i]}`)
        return toAddress(uintAt(word, 0))
      })
      const found = await query(addresses, read)
      const pools = addresses.flatMap((address, i) => {
        const pool = found[i]
        return pool ? [toIdentity(address, pool)] : []
      })
      return { count, pools }
    },

    async confirm(identities, read) {
      const found = await askAbout(identities, read)
      return identities.map(({ tokens, fee, tickSpacing }, i) => {
        const [first, second] = found[i]?.coins ?? []
        return first?.address === tokens[0] && second?.address === tokens[1] && fee === 0 && tickSpacing === 0
      })
    },

    async find(identities, read) {
      const found = await askAbout(identities, read)
      return found.flatMap((pool) => pool ?? [])
    },
  }
}

function toIdentity(address: Address, { coins: [first, second, ...more] }: ListedPool): PoolIdentity {
  if (!first || !second) throw new Error(`The pool ${address} has fewer than two coins`)
  const others = more.map((coin) => coin.address)
  const tokens = [first.address, second.address] as const
  return { address, tokens, ...(others.length > 0 && { others }), fee: 0, tickSpacing: 0 }
}
