import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import type { StableswapNgSourceConfig } from '../../config/types.ts'
import { listAt, toAddress, uintAt } from '../../lib/abi-words.ts'
import { createListedPools } from '../core/listed-pools.ts'
import type { FollowedModule } from '../core/module.ts'
import { type FoundPool, loadNgPools } from './load-ng-pools.ts'
import { outdatingTopics } from './stableswap-ng-pool.ts'

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
