import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import { createListedPools } from '../core/listed-pools.ts'
import type { FollowedModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { type FoundPool, loadNgPools } from './load-ng-pools.ts'
import { outdatingTopics } from './stableswap-ng-pool.ts'

/** Plain pools of Curve's StableSwap-NG, version 7. Excludes metapools. */
export interface StableswapNgSourceConfig extends SourceConfig {
  kind: 'stableswap-ng'
  /** The factory, whose list and pool code are trusted. */
  factory: Address
  /**
   * ERC-4626 vaults whose reported share price is trusted: a vault may distinguish a call from a
   * transaction and lie in one of them. Excludes pools with other vaults, with oracle coins and
   * with rebasing coins. At most 64. Default: none, so that only pools of plain coins trade.
   */
  rateProviders?: readonly Address[]
}

const deployedTopic = toEventSelector('PlainPoolDeployed(address[],uint256,uint256,address)')
const isMeta = toFunctionSelector('is_meta(address)')
const getCoins = toFunctionSelector('get_coins(address)')
const getAssetTypes = toFunctionSelector('get_pool_asset_types(address)')

/** Asset types of a plain coin and of an ERC-4626 share. */
const [PLAIN, VAULT] = [0n, 3n]

/**
 * Plain pools of a StableSwap-NG factory. Its logs name no pool, so the factory lists them. The
 * factory and the pool code are trusted. Reads rates only from coins that the operator lists.
 */
export function createStableswapNgModule(source: StableswapNgSourceConfig): FollowedModule {
  const { module } = source
  const vaults = new Set(source.rateProviders?.map((vault) => vault.toLowerCase()))
  const params = { module, origin: { name: source.name, kind: 'dex' } as const, source: source.index }
  const { listPools, confirm, find } = createListedPools({
    module,
    factory: source.factory.toLowerCase() as Address,
    views: [isMeta, getCoins, getAssetTypes],
    toPool,
  })

  function toPool(address: Address, [meta, coins, types]: readonly Hex[]): FoundPool | undefined {
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
    id: module,
    factory: source.factory,
    createdTopic: deployedTopic,
    topics: outdatingTopics,
    callsPerPool: 10,
    identify: () => undefined,
    initialPool: () => undefined,
    listPools,
    confirm,
    load: async (identities, read) => loadNgPools(await find(identities, read), params, read),
  }
}
