import { size, toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { firstWord, intAt, uintAt } from '../../lib/abi-words.ts'
import type { FollowedModule } from '../core/module.ts'
import { readPresent } from '../core/read-present.ts'
import { readPlugins } from '../core/read-untrusted.ts'
import { loadTicks, toPricedPool } from '../uniswap-v3/load-ticks.ts'
import { createSqrtPrices } from '../uniswap-v3/tick-math.ts'
import { burnTopic, initializeTopic, mintTopic, swapTopic, type V3Params } from '../uniswap-v3/v3-pool.ts'
import { type AlgebraV1State, createAlgebraV1Pool } from './algebra-v1-pool.ts'
import type { AlgebraV1SourceConfig } from './announced-pools.ts'
import { announcedPools } from './announced-pools.ts'
import { feeProbe } from './fee-probe.ts'

/** A constant in the pool code. */
const TICK_SPACING = 60
const globalState = toFunctionSelector('globalState()')
/**
 * Size of the result. V1.9 has a fee per direction and one more word. Integral has one word less.
 */
const STATE_BYTES = 7 * 32
const liquidity = toFunctionSelector('liquidity()')
const spacingOf = toFunctionSelector('tickSpacing()')
const tickTable = toFunctionSelector('tickTable(int16)')

const CALLS = 3
const FEE_CALLS = 1

/**
 * Algebra V1 and its forks: one pool per token pair, which sets its own fee at the first swap of a
 * second.
 */
export function createAlgebraV1Module(source: AlgebraV1SourceConfig): FollowedModule {
  const params: V3Params = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    // The executor distinguishes these pools from V3 pools by the source.
    step: { kind: STEP_KINDS.v3, source: source.index },
    sqrtPriceAt: createSqrtPrices(),
  }

  return {
    ...announcedPools(source, TICK_SPACING),
    topics: [initializeTopic, swapTopic, mintTopic, burnTopic],

    initialPool: () => undefined,
    callsPerPool: CALLS + FEE_CALLS,

    async load(identities, read) {
      const all = await readPresent(identities, [globalState, liquidity, spacingOf], read)
      const present = all.filter(
        ({ results: [found, , spacing] }) =>
          size(found) === STATE_BYTES && spacing && intAt(spacing, 0) === BigInt(TICK_SPACING),
      )
      const [ticks, feeResults] = await Promise.all([
        loadTicks(present.map(toPricedPool), { tickLens: undefined, read, wordAt: tickTable }),
        readPlugins(
          read,
          present.map(({ identity }) => feeProbe(identity.address)),
        ),
      ])
      return present.map(({ identity, results: [found, active] }, i) => {
        const state: AlgebraV1State = {
          sqrtPrice: uintAt(found, 0),
          tick: Number(intAt(found, 1)),
          liquidity: uintAt(active, 0),
          ticks: ticks[i] ?? [],
          result: firstWord(feeResults[i]),
        }
        return createAlgebraV1Pool(params, identity, state)
      })
    },
  }
}
