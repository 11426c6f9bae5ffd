import { toEventSelector, toFunctionSelector } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import { uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { advanceV3, algebraSwapTopic, type V3Params } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'

/** Queries the plugin if it sets the fee. Fails if the plugin cannot return it. */
export const currentFee = toFunctionSelector('fee()')

const feeTopic = toEventSelector('Fee(uint16)')
const configTopic = toEventSelector('PluginConfig(uint8)')
export const settingTopics: readonly Hex[] = [feeTopic, configTopic]

/** Flags of a pool: its plugin is called before each swap, and sets the fee. */
const BEFORE_SWAP = 1
const DYNAMIC_FEE = 128
/** Word index in a log of version 1.2. */
const PLUGIN_FEE_WORD = 6

/** Gas of a swap with the volatility plugin, without the intrinsic gas of the transaction. */
const GAS = { swap: 121_000, crossing: 22_000, purchase: 11_000 }
/** The fee of a step is ignored, because there is one pool per token pair. */
const STEP_DATA: Hex = `0x${'0'.repeat(64)}`

export interface AlgebraState extends V3State {
  /** In millionths: the fee if the plugin does not set one. */
  lastFee: number
  /** The hooks for which the plugin is called. */
  flags: number
  /** Result of `fee()`. Undefined if the call failed or was not made. */
  result: Hex | undefined
  /** True if the plugin recently took an additional fee, which cannot be read before a swap. */
  hasPluginFee: boolean
}

/** Creates a pool of Algebra Integral. */
export function createAlgebraPool(params: V3Params, identity: PoolIdentity, state: AlgebraState): Pool {
  const fee = getFee(state)
  const market = { fee: BigInt(fee ?? 0), tickSpacing: undefined, sqrtPriceAt: params.sqrtPriceAt }
  const kind: ConcentratedKind<AlgebraState> = {
    module: params.module,
    origin: params.origin,
    step: { ...params.step, data: STEP_DATA },
    gas: () => GAS,
    market: () => market,
    create: (next) => createAlgebraPool(params, identity, next),
    advance: advanceAlgebra,
    // Excludes `hasPluginFee`, because a freshly read pool may not know it.
    traits: ` ${fee}`,
    fee: fee ?? 0,
    isQuotable: fee !== undefined && !state.hasPluginFee,
    changes: {
      watched: isMoving(state)
        ? [{ to: identity.address, data: currentFee, result: state.result, after: 0n, isUntrusted: true }]
        : [],
      withResult: (result) => createAlgebraPool(params, identity, { ...state, result }),
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = params
      return { kind: 'algebra', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}

function advanceAlgebra(state: AlgebraState, log: PoolLog): AlgebraState {
  switch (log.topics[0]) {
    case feeTopic:
      return { ...state, lastFee: Number(uintAt(log.data, 0)) }
    case configTopic:
      return { ...state, flags: Number(uintAt(log.data, 0)), result: undefined, hasPluginFee: false }
    case algebraSwapTopic: {
      const hasPluginFee = state.hasPluginFee || uintAt(log.data, PLUGIN_FEE_WORD) > 0n
      return { ...advanceV3(state, log), hasPluginFee }
    }
    default:
      return advanceV3(state, log)
  }
}

/**
 * A plugin called before a swap may set any fee. The fee can be read only if the plugin declares
 * that it sets it.
 */
function getFee(state: AlgebraState): number | undefined {
  if (isMoving(state)) return state.result && Number(uintAt(state.result, 0))
  return state.flags & BEFORE_SWAP ? undefined : state.lastFee
}

/** Checks whether the plugin changes the fee over time, which requires a call before each swap. */
export function isMoving({ flags }: Pick<AlgebraState, 'flags'>): boolean {
  return (flags & DYNAMIC_FEE) !== 0 && (flags & BEFORE_SWAP) !== 0
}
