import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import type { StableswapNgSourceConfig } from '../../config/types.ts'
import { encodeCall, listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall, FollowedModule } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import { type FoundPool, loadNgPools } from './load-ng-pools.ts'
import { outdatingTopics } from './stableswap-ng-pool.ts'

const deployedTopic = toEventSelector('PlainPoolDeployed(address[],uint256,uint256,address)')
const poolCount = toFunctionSelector('pool_count()')
const poolList = toFunctionSelector('pool_list(uint256)')
const isMeta = toFunctionSelector('is_meta(address)')
const getCoins = toFunctionSelector('get_coins(address)')
const getAssetTypes = toFunctionSelector('get_pool_asset_types(address)')

/** Of a coin that counts as it is, and of a share in an ERC-4626 vault. */
const [PLAIN, VAULT] = [0n, 3n]

/**
 * Plain pools of a factory of Curve's StableSwap-NG. Its logs name no pool: they are listed by the factory, which is trusted, and
 * so is the code of its pools. Coins are asked for their rates only where the operator lists them.
 */
export function createStableswapNgModule(source: StableswapNgSourceConfig): FollowedModule {
  const factory = source.factory.toLowerCase() as Address
  const vaults = new Set(source.rateProviders?.map((vault) => vault.toLowerCase()))
  const terms = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' } as const,
    source: source.index,
  }

  /** What the factory told last of pools that are traded: nothing of it changes, and they go on while it tells nothing. */
  const told = new Map<Address, FoundPool>()

  function recall(address: Address): FoundPool {
    const found = told.get(address)
    // Passed over, a pool would never be asked for again.
    if (!found) throw new Error(`${source.module}: the factory ${factory} does not tell what its pools are`)
    return found
  }

  /** Those that are traded; undefined for the others. */
  async function findPools(
    addresses: readonly Address[],
    read: BlockReader,
  ): Promise<(FoundPool | undefined)[]> {
    const calls = addresses.flatMap((address) =>
      [isMeta, getCoins, getAssetTypes].map(
        (selector): ContractCall => ({ to: factory, data: encodeCall(selector, BigInt(address)) }),
      ),
    )
    const answers = await read(calls)
    return addresses.map((address, i) => {
      const own = answers.slice(3 * i, 3 * i + 3)
      if (own.includes(undefined)) return recall(address)
      const found = toFound(address, own)
      if (found) told.set(address, found)
      return found
    })
  }

  function toFound(
    address: Address,
    [meta, coins, types]: readonly (Hex | undefined)[],
  ): FoundPool | undefined {
    if (!meta || !coins || !types || uintAt(meta, 0) !== 0n) return undefined
    const kinds = listAt(types, 0)
    const tokens = listAt(coins, 0).map((coin, i) => ({
      address: toAddress(coin),
      isVault: kinds[i] === VAULT,
    }))
    const isTraded = tokens.every(({ address: coin, isVault }, i) =>
      isVault ? vaults.has(coin) : kinds[i] === PLAIN,
    )
    return isTraded && tokens.length > 1 ? { address, coins: tokens } : undefined
  }

  return {
    id: source.module,
    factory: source.factory,
    createdTopic: deployedTopic,
    topics: outdatingTopics,
    callsPerPool: 10,
    identify: () => undefined,
    initialPool: () => undefined,

    async listPools(read, from) {
      const [answer] = await read([{ to: factory, data: poolCount }])
      if (!answer)
        throw new Error(`${source.module}: the factory ${factory} does not tell how many pools it has`)
      const count = Number(uintAt(answer, 0))
      const indexes = Array.from({ length: Math.max(0, count - from) }, (_, i) => BigInt(from + i))
      const listed = await read(indexes.map((i) => ({ to: factory, data: encodeCall(poolList, i) })))
      const addresses = listed.map((word, i) => {
        // Passed over, it would never be asked for again.
        if (!word)
          throw new Error(`${source.module}: the factory ${factory} does not tell its pool ${indexes[i]}`)
        return toAddress(uintAt(word, 0))
      })
      const found = await findPools(addresses, read)
      return { count, pools: found.flatMap((pool) => (pool ? [toIdentity(pool)] : [])) }
    },

    async confirm(identities, read) {
      const found = await findPools(
        identities.map(({ address }) => address),
        read,
      )
      return identities.map(({ tokens, fee, tickSpacing }, i) => {
        const [first, second] = found[i]?.coins ?? []
        return first?.address === tokens[0] && second?.address === tokens[1] && fee === 0 && tickSpacing === 0
      })
    },

    async load(identities, read) {
      const found = await findPools(
        identities.map(({ address }) => address),
        read,
      )
      return loadNgPools(
        found.flatMap((pool) => pool ?? []),
        terms,
        read,
      )
    },
  }
}

function toIdentity({ address, coins: [first, second, ...more] }: FoundPool): PoolIdentity {
  if (!first || !second) throw new Error(`The pool ${address} has fewer than two coins`)
  const others = more.map((coin) => coin.address)
  const tokens = [first.address, second.address] as const
  return { address, tokens, ...(others.length > 0 && { others }), fee: 0, tickSpacing: 0 }
}
