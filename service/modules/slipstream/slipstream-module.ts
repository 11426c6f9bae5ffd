import { toEventSelector, toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import {
  addressAt,
  encodeCall,
  encodeWord,
  firstWord,
  intAt,
  joinWords,
  uintAt,
} from '../../lib/abi-words.ts'
import { derivePool } from '../core/create2.ts'
import type { FollowedModule } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import { readPresent } from '../core/read-present.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { loadTicks, toPricedPool } from '../uniswap-v3/load-ticks.ts'
import { createSqrtPrices } from '../uniswap-v3/tick-math.ts'
import { burnTopic, initializeTopic, mintTopic, swapTopic, type V3Params } from '../uniswap-v3/v3-pool.ts'
import { createSlipstreamPool, feeCall } from './slipstream-pool.ts'

/**
 * Slipstream, the concentrated liquidity of Velodrome and Aerodrome. Its factory sets the fee of
 * each pool.
 */
export interface SlipstreamSourceConfig extends SourceConfig {
  kind: 'slipstream'
  /** Init code hash of a clone of the factory's `poolImplementation`. */
  initCodeHash: Hex
}

/** The largest spacing that factories allow. */
const MAX_SPACING = 16_383
const createdTopic = toEventSelector('PoolCreated(address,address,int24,address)')
const slot0 = toFunctionSelector('slot0()')
const liquidity = toFunctionSelector('liquidity()')
const getPool = toFunctionSelector('getPool(address,address,int24)')
const allPoolsLength = toFunctionSelector('allPoolsLength()')

const CALLS = 3

/**
 * Slipstream of Velodrome, Aerodrome and their forks: V3 pools identified by spacing, with a fee
 * that is read at each block.
 */
export function createSlipstreamModule(source: SlipstreamSourceConfig): FollowedModule {
  const { factory, initCodeHash } = source
  const params: V3Params = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    // The executor derives and calls these pools like V3 pools.
    step: { kind: STEP_KINDS.v3, source: source.index },
    sqrtPriceAt: createSqrtPrices(),
  }
  const getAddress = ({ tokens, tickSpacing }: Pick<PoolIdentity, 'tokens' | 'tickSpacing'>): Address => {
    const salted = [...tokens, tickSpacing].map((value) => encodeWord(BigInt(value))).join('')
    return derivePool(factory, initCodeHash, `0x${salted}`)
  }

  return {
    id: source.module,
    factory,
    createdTopic,
    topics: [initializeTopic, swapTopic, mintTopic, burnTopic],

    getAnnounced: ({ data }) => addressAt(data, 0),

    identify({ topics, data }) {
      const words = joinWords(topics)
      const tokens: PoolIdentity['tokens'] = [addressAt(words, 1), addressAt(words, 2)]
      const identity = { address: addressAt(data, 0), tokens, fee: 0, tickSpacing: Number(intAt(words, 3)) }
      return isPossible(identity) && identity.address === getAddress(identity) ? identity : undefined
    },

    // The initial price is in an earlier log of the same transaction.
    initialPool: () => undefined,
    callsPerPool: CALLS,

    async countPools(read) {
      const [count] = await read([{ to: factory, data: allPoolsLength }])
      return count && uintAt(count, 0)
    },

    async confirm(identities, read) {
      const results = await read(
        identities.map(({ tokens, tickSpacing }) => ({
          to: factory,
          data: encodeCall(getPool, BigInt(tokens[0]), BigInt(tokens[1]), BigInt(tickSpacing)),
        })),
      )
      return identities.map((identity, i) => {
        const named = results[i]
        // The factory returns a pool for both token orders. Only its address reveals the first
        // token.
        const isDerived = isPossible(identity) && identity.address === getAddress(identity)
        return isDerived && named !== undefined && addressAt(named, 0) === identity.address
      })
    },

    async load(identities, read) {
      const present = await readPresent(identities, [slot0, liquidity, feeCall], read)
      // Its ticks have more words than TickLens decodes.
      const ticks = await loadTicks(present.map(toPricedPool), { tickLens: undefined, read })
      return present.map(({ identity, results: [price, active, fee] }, i) => {
        const state = {
          sqrtPrice: uintAt(price, 0),
          tick: Number(intAt(price, 1)),
          liquidity: uintAt(active, 0),
          ticks: ticks[i] ?? [],
          result: firstWord(fee),
        }
        return createSlipstreamPool(params, identity, state)
      })
    },
  }
}

function isPossible({ fee, tickSpacing }: PoolIdentity): boolean {
  return fee === 0 && tickSpacing > 0 && tickSpacing <= MAX_SPACING
}
