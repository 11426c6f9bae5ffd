import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeCall, toAddress, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, FollowedModule } from './module.ts'
import type { PoolIdentity } from './pool.ts'

const poolCount = toFunctionSelector('pool_count()')
const poolList = toFunctionSelector('pool_list(uint256)')

/** Ten times as many as any has: a node that names more is not believed. */
const MAX_LISTED = 20_000

/** What a factory tells of a pool. None of it ever changes. */
interface ListedPool {
  coins: readonly { address: Address }[]
}

interface Factory<Listed extends ListedPool> {
  module: string
  factory: Address
  /** Views of the factory about a pool, by their selectors. */
  views: readonly Hex[]
  /** What their answers tell; undefined of a pool that is not traded, or not the factory's. */
  toPool(address: Address, answers: readonly Hex[]): Listed | undefined
}

interface ListedPools<Listed> extends Required<Pick<FollowedModule, 'listPools' | 'confirm'>> {
  /** Those that are traded. */
  find(identities: readonly PoolIdentity[], read: BlockReader): Promise<Listed[]>
}

/**
 * The pools of a factory of Curve, which lists them: its logs do not name them. What it told last stands while it tells nothing;
 * of a pool that it has told nothing of, it throws: passed over, that would never be asked for again.
 */
export function createListedPools<Listed extends ListedPool>({
  module,
  factory,
  views,
  toPool,
}: Factory<Listed>): ListedPools<Listed> {
  const told = new Map<Address, Listed>()

  async function ask(addresses: readonly Address[], read: BlockReader): Promise<(Listed | undefined)[]> {
    const calls = addresses.flatMap((address) =>
      views.map((selector): ContractCall => ({ to: factory, data: encodeCall(selector, BigInt(address)) })),
    )
    const answers = await read(calls)
    return addresses.map((address, i) => {
      const own = answers.slice(views.length * i, views.length * (i + 1)).flatMap((answer) => answer ?? [])
      if (own.length < views.length) return recall(address)
      const pool = toPool(address, own)
      if (pool) told.set(address, pool)
      return pool
    })
  }

  function recall(address: Address): Listed {
    const pool = told.get(address)
    if (!pool) throw new Error(`${module}: the factory ${factory} does not tell what its pools are`)
    return pool
  }

  const askAbout = (identities: readonly PoolIdentity[], read: BlockReader) =>
    ask(
      identities.map(({ address }) => address),
      read,
    )

  return {
    async listPools(read, from) {
      const [answer] = await read([{ to: factory, data: poolCount }])
      if (!answer) throw new Error(`${module}: the factory ${factory} does not tell how many pools it has`)
      const count = Number(uintAt(answer, 0))
      if (count > MAX_LISTED)
        throw new Error(`${module}: the factory ${factory} is said to have ${count} pools`)
      const indexes = Array.from({ length: Math.max(0, count - from) }, (_, i) => BigInt(from + i))
      const listed = await read(indexes.map((i) => ({ to: factory, data: encodeCall(poolList, i) })))
      const addresses = listed.map((word, i) => {
        if (!word) throw new Error(`${module}: the factory ${factory} does not tell its pool ${indexes[i]}`)
        return toAddress(uintAt(word, 0))
      })
      const found = await ask(addresses, read)
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
