import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import { createListedPools } from '../core/listed-pools.ts'
import type { FollowedModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { type FoundPool, loadNgPools } from './load-ng-pools.ts'
import { outdatingTopics } from './stableswap-ng-pool.ts'

/** Plain pools of Curve's StableSwap-NG, of the code of its version 7. Metapools are left out. */
export interface StableswapNgSourceConfig extends SourceConfig {
  kind: 'stableswap-ng'
  /** The factory, whose pools are listed and whose code is trusted. */
  factory: Address
  /**
   * Coins that are vaults of ERC-4626 and are trusted to tell what their shares are worth: one may tell a call from a
   * transaction, and lie in one of them. Pools with any other vault are left out, and those with coins of an oracle or that rebase.
   * At most 64. Default: none, and only pools of coins that count as they are.
   */
  rateProviders?: readonly Address[]
}

const deployedTopic = toEventSelector('PlainPoolDeployed(address[],uint256,uint256,address)')
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
  const { module } = source
  const vaults = new Set(source.rateProviders?.map((vault) => vault.toLowerCase()))
  const terms = { module, origin: { name: source.name, kind: 'dex' } as const, source: source.index }
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
    load: async (identities, read) => loadNgPools(await find(identities, read), terms, read),
  }
}
