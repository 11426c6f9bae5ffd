import { toEventSelector, toFunctionSelector } from 'viem'
import type { Address } from '../../../src/lib/address.ts'
import type { AlgebraSourceConfig } from '../../config/types.ts'
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
import { readPlugins } from '../core/read-untrusted.ts'
import { createSqrtPrices } from '../uniswap-v3/tick-math.ts'
import {
  algebraBurnTopic,
  algebraSwapTopic,
  burnTopic,
  initializeTopic,
  mintTopic,
  swapTopic,
  type V3Terms,
} from '../uniswap-v3/v3-pool.ts'
import { toTickState } from '../uniswap-v3/v3-swap.ts'
import { type AlgebraState, createAlgebraPool, currentFee, isMoving, settingTopics } from './algebra-pool.ts'
import { loadTree, TREE_CALLS } from './load-tree.ts'

/** That of V3: the executor tells the pools apart by the source. */
const STEP_KIND = 1
const createdTopic = toEventSelector('Pool(address,address,address)')
const globalState = toFunctionSelector('globalState()')
const liquidity = toFunctionSelector('liquidity()')
/** Absent before 1.2. */
const pluginFees = toFunctionSelector('getPluginFeePending()')
const poolByPair = toFunctionSelector('poolByPair(address,address)')

const CALLS = 3
const FEE_CALLS = 1

/** Algebra Integral and its forks: one pool of any two tokens, whose plugin may move the fee. */
export function createAlgebraModule(source: AlgebraSourceConfig): FollowedModule {
  const terms: V3Terms = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    step: { kind: STEP_KIND, source: source.index },
    sqrtPriceAt: createSqrtPrices(),
  }
  const getAddress = (tokens: PoolIdentity['tokens']): Address => {
    const salted = `0x${tokens.map((token) => encodeWord(BigInt(token))).join('')}` as const
    return derivePool(source.deployer, source.initCodeHash, salted)
  }

  return {
    id: source.module,
    factory: source.factory,
    createdTopic,
    topics: [
      initializeTopic,
      swapTopic,
      algebraSwapTopic,
      mintTopic,
      burnTopic,
      algebraBurnTopic,
      ...settingTopics,
    ],

    getAnnounced: ({ data }) => addressAt(data, 0),

    identify({ topics, data }) {
      const words = joinWords(topics)
      const tokens: PoolIdentity['tokens'] = [addressAt(words, 1), addressAt(words, 2)]
      const address = addressAt(data, 0)
      return address === getAddress(tokens) ? { address, tokens, fee: 0, tickSpacing: 0 } : undefined
    },

    initialPool: () => undefined,
    callsPerPool: CALLS + FEE_CALLS + TREE_CALLS,

    async confirm(identities, read) {
      const answers = await read(
        identities.map(({ tokens }) => ({
          to: source.factory,
          data: encodeCall(poolByPair, BigInt(tokens[0]), BigInt(tokens[1])),
        })),
      )
      return identities.map(({ address, tokens, fee, tickSpacing }, i) => {
        const named = answers[i]
        // The factory names a pool in both directions: only its address tells which token comes first.
        const isDerived = address === getAddress(tokens) && fee === 0 && tickSpacing === 0
        return isDerived && named !== undefined && addressAt(named, 0) === address
      })
    },

    async load(identities, read) {
      const calls = identities.flatMap(({ address }) =>
        [globalState, liquidity, pluginFees].map((data) => ({ to: address, data })),
      )
      const addresses = identities.map(({ address }) => address)
      const [answers, ticks] = await Promise.all([read(calls), loadTree(addresses, read)])
      const moving = addresses.filter((_, i) => {
        const found = answers[CALLS * i]
        return found && isMoving({ flags: Number(uintAt(found, 3)) })
      })
      const told = await readPlugins(
        read,
        moving.map((to) => ({ to, data: currentFee })),
      )
      const fees = new Map(moving.map((address, i) => [address, firstWord(told[i])]))
      return identities.flatMap((identity, i) => {
        const [found, active, pending] = answers.slice(CALLS * i, CALLS * (i + 1))
        if (!found || !active) return []
        const state: AlgebraState = {
          sqrtPrice: uintAt(found, 0),
          tick: Number(intAt(found, 1)),
          liquidity: uintAt(active, 0),
          ...toTickState(ticks[i]),
          lastFee: Number(uintAt(found, 2)),
          flags: Number(uintAt(found, 3)),
          answer: fees.get(identity.address),
          hasPluginFee: pending !== undefined && (uintAt(pending, 0) > 0n || uintAt(pending, 1) > 0n),
        }
        return [createAlgebraPool(terms, identity, state)]
      })
    },
  }
}
