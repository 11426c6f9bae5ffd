import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import { createListedPools } from '../core/listed-pools.ts'
import type { FollowedModule } from '../core/module.ts'
import { getTokens } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { outdatingTopics } from './cryptoswap-pool.ts'
import {
  createProvenPools,
  type FoundPool,
  loadCryptoswapPools,
  toNative,
  weth20,
} from './load-cryptoswap-pools.ts'
import { type CryptoswapChain, readHoldings } from './read-holdings.ts'
import { min } from './words.ts'

/**
 * Pools of a Curve CryptoSwap factory: two coins (twocrypto-ng, v2.0.0 and v2.1.0) or three
 * (tricrypto-ng, v2.0.0).
 */
export interface CryptoswapSourceConfig extends SourceConfig {
  kind: 'cryptoswap'
  /**
   * The factory, whose list and pool code are trusted. Each number of coins has its own factory.
   */
  factory: Address
}

/**
 * Event of two-coin factories. Three-coin factories have another event. Neither is needed, because
 * pools are listed.
 */
const deployedTopic = toEventSelector(
  'TwocryptoPoolDeployed(address,string,string,address[2],address,bytes32,uint256[2],uint256,uint256,uint256,uint256,address)',
)
const getCoins = toFunctionSelector('get_coins(address)')
const balances = toFunctionSelector('balances(uint256)')

/**
 * Lists the pools of a Curve CryptoSwap factory of two coins (twocrypto-ng) or three
 * (tricrypto-ng), and reads their coins. The factory and the pool code are trusted. Values chosen
 * by pool creators are not.
 */
export function createCryptoswapModule(
  source: CryptoswapSourceConfig,
  { multicall3, weth }: CryptoswapChain,
): FollowedModule {
  const factory = source.factory.toLowerCase() as Address
  const chain = { multicall3, weth }
  const { module } = source
  const params = { module, origin: { name: source.name, kind: 'dex' } as const, source: source.index }
  const proven = createProvenPools()
  const { listPools, confirm, find } = createListedPools({
    module,
    factory,
    views: [getCoins],
    toPool,
  })

  return {
    id: module,
    factory: source.factory,
    createdTopic: deployedTopic,
    topics: outdatingTopics,
    callsPerPool: 28,
    identify: () => undefined,
    initialPool: () => undefined,
    listPools,
    confirm,

    /** Uses the pool's own balances, limited by what it holds. */
    async measure(identities, read) {
      const results = await read(
        identities.flatMap((identity) => [
          { to: identity.address, data: weth20 },
          ...getTokens(identity).map((_, k) => ({
            to: identity.address,
            data: encodeCall(balances, BigInt(k)),
          })),
        ]),
      )
      let next = 0
      const pools = identities.map((identity) => {
        const coins = getTokens(identity)
        const native = toNative(results[next])
        const counted = results.slice(next + 1, next + 1 + coins.length)
        next += 1 + coins.length
        return { address: identity.address, coins, native, counted }
      })
      const holdings = await readHoldings(pools, chain, read)
      return pools.map(({ counted }, i) =>
        counted.map((result, k) => {
          const word = firstWord(result)
          return word ? min(uintAt(word, 0), holdings[i]?.[k] ?? 0n) : 0n
        }),
      )
    },

    load: async (identities, read) =>
      loadCryptoswapPools(await find(identities, read), { params, factory, chain, proven }, read),
  }
}

/**
 * Decodes two or three coins, depending on the length of the result. Returns undefined for an
 * address that is not a pool.
 */
function toPool(address: Address, [result = '0x']: readonly Hex[]): FoundPool | undefined {
  const count = (result.length - 2) / 64
  if (count !== 2 && count !== 3) return undefined
  const coins = Array.from({ length: count }, (_, k) => ({ address: addressAt(result, k) }))
  return coins.every(({ address: coin }) => BigInt(coin) > 0n) ? { address, coins } : undefined
}
