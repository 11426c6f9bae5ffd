import { toEventSelector, toFunctionSelector, zeroHash } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import type { CryptoswapSourceConfig } from '../../config/types.ts'
import { addressAt, encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { FollowedModule } from '../core/module.ts'
import { getTokens } from '../core/pool.ts'
import { createListedPools } from '../stableswap-ng/listed-pools.ts'
import { outdatingTopics } from './cryptoswap-pool.ts'
import { type FoundPool, loadCryptoswapPools, type ProvenPools } from './load-cryptoswap-pools.ts'

/** Of a factory of pools of two coins. That of three coins has another, which tells no more: pools are listed. */
const deployedTopic = toEventSelector(
  'TwocryptoPoolDeployed(address,string,string,address[2],address,bytes32,uint256[2],uint256,uint256,uint256,uint256,address)',
)
const getCoins = toFunctionSelector('get_coins(address)')
const balances = toFunctionSelector('balances(uint256)')

/**
 * Pools of a factory of Curve's CryptoSwap, of two coins (twocrypto-ng) or of three (tricrypto-ng): it lists them, and tells the
 * coins of each. It is trusted, and so is the code of its pools.
 */
export function createCryptoswapModule(source: CryptoswapSourceConfig, multicall3: Address): FollowedModule {
  const { module } = source
  const terms = { module, origin: { name: source.name, kind: 'dex' } as const, source: source.index }
  const proven: ProvenPools = new Map()
  const { listPools, confirm, find } = createListedPools({
    module,
    factory: source.factory.toLowerCase() as Address,
    views: [getCoins],
    toPool,
  })

  return {
    id: module,
    factory: source.factory,
    createdTopic: deployedTopic,
    topics: outdatingTopics,
    callsPerPool: 24,
    identify: () => undefined,
    initialPool: () => undefined,
    listPools,
    confirm,

    /** By their own count: those of the first code of three coins hold the native coin instead of its wrapper. */
    async measure(identities, read) {
      const places = identities.flatMap((identity) =>
        getTokens(identity).map((_, k) => [identity, k] as const),
      )
      const answers = await read(
        places.map(([{ address: to }, k]) => ({ to, data: encodeCall(balances, BigInt(k)) })),
      )
      const amounts = answers.map((answer) => uintAt(firstWord(answer) ?? zeroHash, 0))
      return identities.map((identity) => amounts.filter((_, i) => places[i]?.[0] === identity))
    },

    load: async (identities, read) =>
      loadCryptoswapPools(await find(identities, read), { terms, multicall3, proven }, read),
  }
}

/** Of two coins or three, as many as the factory's answer has; undefined for an address that is none of its pools. */
function toPool(address: Address, [answer = '0x']: readonly Hex[]): FoundPool | undefined {
  const count = (answer.length - 2) / 64
  if (count !== 2 && count !== 3) return undefined
  const coins = Array.from({ length: count }, (_, k) => ({ address: addressAt(answer, k) }))
  return coins.every(({ address: coin }) => BigInt(coin) > 0n) ? { address, coins } : undefined
}
