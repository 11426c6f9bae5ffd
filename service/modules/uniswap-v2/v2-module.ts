import { encodePacked, toEventSelector, toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeWord, joinWords, uintAt } from '../../lib/abi-words.ts'
import { derivePool } from '../core/create2.ts'
import type { FollowedModule } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { createV2Pool, syncTopic, type V2Params } from './v2-pool.ts'

export interface V2SourceConfig extends SourceConfig {
  kind: 'v2'
  initCodeHash: Hex
  /** Fee of every pair, in basis points. */
  feeBps: number
}

const createdTopic = toEventSelector('PairCreated(address,address,address,uint256)')
const allPairsLength = toFunctionSelector('allPairsLength()')
const getReserves = toFunctionSelector('getReserves()')
const getPair = toFunctionSelector('getPair(address,address)')

/** Uniswap V2 and its forks. Factory, init code hash and fee come from the configuration. */
export function createV2Module(source: V2SourceConfig): FollowedModule {
  const params: V2Params = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    step: { kind: STEP_KINDS.v2, source: source.index, data: '0x' },
    feeBps: source.feeBps,
  }

  return {
    id: source.module,
    factory: source.factory,
    createdTopic,
    topics: [syncTopic],

    getAnnounced: ({ data }) => addressAt(data, 0),

    identify(log) {
      const topics = joinWords(log.topics)
      const tokens: PoolIdentity['tokens'] = [addressAt(topics, 1), addressAt(topics, 2)]
      const address = addressAt(log.data, 0)
      if (address !== getPairAddress(source, tokens)) return undefined
      return { address, tokens, fee: source.feeBps * 100, tickSpacing: 0 }
    },

    initialPool: (identity) => createV2Pool(params, identity, { reserve0: 0n, reserve1: 0n }),

    async countPools(read) {
      const [count] = await read([{ to: source.factory, data: allPairsLength }])
      return count && uintAt(count, 0)
    },

    async confirm(identities, read) {
      const results = await read(
        identities.flatMap(({ address, tokens }) => [
          {
            to: source.factory,
            data: `${getPair}${tokens.map((token) => encodeWord(BigInt(token))).join('')}`,
          },
          { to: address, data: getReserves },
        ]),
      )
      return identities.map(({ address, tokens, fee, tickSpacing }, i) => {
        const [named, reserves] = [results[2 * i], results[2 * i + 1]]
        // The factory returns a pair for both token orders. Only its address reveals the first
        // token.
        const isDerived = address === getPairAddress(source, tokens)
        const isOwn = isDerived && named !== undefined && addressAt(named, 0) === address
        return isOwn && reserves !== undefined && fee === source.feeBps * 100 && tickSpacing === 0
      })
    },

    async load(identities, read) {
      const results = await read(identities.map(({ address }) => ({ to: address, data: getReserves })))
      return identities.flatMap((identity, i) => {
        const data = results[i]
        if (!data) return []
        return [createV2Pool(params, identity, { reserve0: uintAt(data, 0), reserve1: uintAt(data, 1) })]
      })
    },
  }
}

function getPairAddress(source: V2SourceConfig, tokens: PoolIdentity['tokens']): Address {
  const salted = encodePacked(['address', 'address'], [tokens[0], tokens[1]])
  return derivePool(source.factory, source.initCodeHash, salted)
}
