import { toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { firstWord, intAt, uintAt } from '../../lib/abi-words.ts'
import type { FollowedModule } from '../core/module.ts'
import { readPresent } from '../core/read-present.ts'
import { readPlugins } from '../core/read-untrusted.ts'
import { toPricedPool } from '../uniswap-v3/load-ticks.ts'
import { createSqrtPrices } from '../uniswap-v3/tick-math.ts'
import {
  algebraBurnTopic,
  algebraSwapTopic,
  burnTopic,
  initializeTopic,
  mintTopic,
  swapTopic,
  type V3Params,
} from '../uniswap-v3/v3-pool.ts'
import { type AlgebraState, createAlgebraPool, currentFee, isMoving, settingTopics } from './algebra-pool.ts'
import type { AlgebraSourceConfig } from './announced-pools.ts'
import { announcedPools } from './announced-pools.ts'
import { loadTree, TREE_CALLS } from './load-tree.ts'

const globalState = toFunctionSelector('globalState()')
const liquidity = toFunctionSelector('liquidity()')
/** Absent before 1.2. */
const pluginFees = toFunctionSelector('getPluginFeePending()')

const CALLS = 3
const FEE_CALLS = 1

/** Algebra Integral and its forks: one pool per token pair, whose plugin may change the fee. */
export function createAlgebraModule(source: AlgebraSourceConfig): FollowedModule {
  const params: V3Params = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    // The executor distinguishes these pools from V3 pools by the source.
    step: { kind: STEP_KINDS.v3, source: source.index },
    sqrtPriceAt: createSqrtPrices(),
  }
  return {
    ...announcedPools(source, 0),
    topics: [
      initializeTopic,
      swapTopic,
      algebraSwapTopic,
      mintTopic,
      burnTopic,
      algebraBurnTopic,
      ...settingTopics,
    ],

    initialPool: () => undefined,
    callsPerPool: CALLS + FEE_CALLS + TREE_CALLS,

    async load(identities, read) {
      const present = await readPresent(identities, [globalState, liquidity, pluginFees], read)
      const moving = present.flatMap(({ identity, results: [found] }) =>
        isMoving({ flags: Number(uintAt(found, 3)) }) ? [identity.address] : [],
      )
      const [ticks, feeResults] = await Promise.all([
        loadTree(present.map(toPricedPool), read),
        readPlugins(
          read,
          moving.map((to) => ({ to, data: currentFee })),
        ),
      ])
      const fees = new Map(moving.map((address, i) => [address, firstWord(feeResults[i])]))
      return present.map(({ identity, results: [found, active, pending] }, i) => {
        const state: AlgebraState = {
          sqrtPrice: uintAt(found, 0),
          tick: Number(intAt(found, 1)),
          liquidity: uintAt(active, 0),
          ticks: ticks[i] ?? [],
          lastFee: Number(uintAt(found, 2)),
          flags: Number(uintAt(found, 3)),
          result: fees.get(identity.address),
          hasPluginFee: pending !== undefined && (uintAt(pending, 0) > 0n || uintAt(pending, 1) > 0n),
        }
        return createAlgebraPool(params, identity, state)
      })
    },
  }
}
