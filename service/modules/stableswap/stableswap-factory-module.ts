import { toEventSelector, toFunctionSelector } from 'viem'
import { type Address, type Hex, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { addressAt, uintAt } from '../../lib/abi-words.ts'
import { createListedPools } from '../core/listed-pools.ts'
import type { FollowedModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { type FoundPool, loadFactoryPools } from './load-factory-pools.ts'
import { outdatingTopics } from './stableswap-pool.ts'

/** Plain pools of a Curve StableSwap factory before StableSwap-NG. Excludes metapools. */
export interface StableswapFactorySourceConfig extends SourceConfig {
  kind: 'stableswap-factory'
  /** The factory, whose pools are listed. */
  factory: Address
  /**
   * Implementations of its pool clones. Excludes pools of others, such as pools with the native
   * coin, rebasing coins or oracle coins. 1 to 16 addresses.
   */
  implementations: readonly Address[]
}

const deployedTopic = toEventSelector('PlainPoolDeployed(address[4],uint256,uint256,address)')
const getCoins = toFunctionSelector('get_coins(address)')
const getDecimals = toFunctionSelector('get_decimals(address)')
const getImplementation = toFunctionSelector('get_implementation_address(address)')

/** Length of the coin lists. Unused entries are empty. */
const MAX_COINS = 4
const MAX_DECIMALS = 18n
const NATIVE = NATIVE_TOKEN.toLowerCase()

/**
 * Plain pools of a Curve StableSwap factory before StableSwap-NG. Its logs name no pool, so the
 * factory lists them. It is trusted for the implementation and the decimals of each pool. Never
 * calls coin contracts: their addresses come from untrusted callers.
 */
export function createStableswapFactoryModule(source: StableswapFactorySourceConfig): FollowedModule {
  const { module } = source
  const implementations = new Set(source.implementations.map((one) => one.toLowerCase()))
  const params = { module, origin: { name: source.name, kind: 'dex' } as const, source: source.index }
  const { listPools, confirm, find } = createListedPools({
    module,
    factory: source.factory.toLowerCase() as Address,
    views: [getCoins, getDecimals, getImplementation],
    toPool,
  })

  function toPool(
    address: Address,
    [coins, decimals, implementation]: readonly Hex[],
  ): FoundPool | undefined {
    if (!coins || !decimals || !implementation) return undefined
    if (!implementations.has(addressAt(implementation, 0))) return undefined
    const all = Array.from({ length: MAX_COINS }, (_, k) => ({
      address: addressAt(coins, k),
      decimals: uintAt(decimals, k),
    }))
    const own = all.filter((coin) => BigInt(coin.address) !== 0n)
    // An implementation without support for the native coin transfers none and reports success.
    const isOdd = own.some((coin) => coin.decimals > MAX_DECIMALS || coin.address === NATIVE)
    if (own.length < 2 || isOdd) return undefined
    const toScale = (known: bigint) => 10n ** (MAX_DECIMALS - known)
    return { address, coins: own.map((coin) => ({ address: coin.address, scale: toScale(coin.decimals) })) }
  }

  return {
    id: module,
    factory: source.factory,
    createdTopic: deployedTopic,
    topics: outdatingTopics,
    callsPerPool: 16,
    identify: () => undefined,
    initialPool: () => undefined,
    listPools,
    confirm,
    load: async (identities, read) => loadFactoryPools(await find(identities, read), params, read),
  }
}
