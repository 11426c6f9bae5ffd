import { toEventSelector } from 'viem'
import { uintAt } from '../../lib/abi-words.ts'
import { type Curve, createCurve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolStep, PoolSwap, Ratio } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { FEE_UNIT, getInput, getOutput, type SolidlySide, withoutFee } from './solidly-math.ts'
import { stableCurve } from './stable-curve.ts'

export const syncTopic = toEventSelector('Sync(uint256,uint256)')
/** Emitted by the factory about a pair. */
export const customFeeTopic = toEventSelector('SetCustomFee(address,uint256)')

/** Maximum reserve, larger than any token supply. */
const MAX_RESERVE = 2n ** 112n - 1n
/**
 * Gas of Dystopia, measured in `gas-estimates.test.ts`. A pair of Aerodrome takes 10,000 to 15,000
 * less.
 */
const VOLATILE_GAS = 113_000
const STABLE_GAS = 125_000
/** Value of `SetCustomFee` for a zero fee. 0 means the usual fee. */
const NO_FEE = 420n

export interface SolidlyState {
  reserve0: bigint
  reserve1: bigint
  /** In units of 1/10,000. */
  fee: bigint
  /** Fee of pairs without a custom fee. */
  usualFee: bigint
  /** Applies to all pairs of the factory. */
  isPaused: boolean
}

export interface SolidlyParams {
  module: string
  origin: PoolOrigin
  step: PoolStep
  isStable: boolean
  /** 10 ** decimals of the two tokens. */
  units: readonly [bigint, bigint]
}

/**
 * A pair of Solidly or a fork: `x y`, or `x^3 y + y^3 x` for a stable pair, never falls. Fees leave
 * it with each swap.
 */
export function createSolidlyPool(params: SolidlyParams, identity: PoolIdentity, state: SolidlyState): Pool {
  const { isStable, units } = params
  const { reserve0, reserve1, fee, isPaused } = state
  const gas = isStable ? STABLE_GAS : VOLATILE_GAS
  const isHealthy = !isPaused && fee < FEE_UNIT && isDeep(params, state)
  const curves = new Map<boolean, Curve>()

  function getSide(zeroForOne: boolean): SolidlySide {
    const [into, out] = zeroForOne ? ([0, 1] as const) : ([1, 0] as const)
    const reserves = [reserve0, reserve1] as const
    return {
      isStable,
      fee,
      unitIn: units[into],
      unitOut: units[out],
      reserveIn: reserves[into],
      reserveOut: reserves[out],
    }
  }

  function getCurve(zeroForOne: boolean): Curve {
    const side = getSide(zeroForOne)
    if (isStable) return stableCurve(side, gas)
    const [into, out] = [Number(side.reserveIn), Number(side.reserveOut)]
    const start = Math.sqrt(into / out)
    const depth = Math.sqrt(into) * Math.sqrt(out)
    const keep = 1 - Number(fee) / Number(FEE_UNIT)
    const end = start + ((Number(MAX_RESERVE) - into) * keep) / depth
    return createCurve({ keep, starts: [start, end], liquidity: [depth], gas })
  }

  function moved(zeroForOne: boolean, amountIn: bigint, amountOut: bigint): PoolSwap {
    const kept = withoutFee(state, amountIn)
    const [by0, by1] = zeroForOne ? [kept, -amountOut] : [-amountOut, kept]
    const after = { ...state, reserve0: reserve0 + by0, reserve1: reserve1 + by1 }
    return { amountIn, amountOut, gas, after: () => createSolidlyPool(params, identity, after) }
  }

  return {
    identity,
    address: identity.address,
    module: params.module,
    origin: params.origin,
    step: () => params.step,
    tokens: identity.tokens,
    fee: Number(fee) * 100,
    depth: [reserve0, reserve1],
    isHealthy,
    spot: getSpot(params, state),
    swapGas: gas,
    ...(!isStable && {
      envelope: () => ({ depth: [Number(reserve0), Number(reserve1)] as const, isExact: true }),
    }),

    exactInput(zeroForOne, amountIn) {
      const side = getSide(zeroForOne)
      if (!isHealthy || amountIn <= 0n || side.reserveIn + amountIn > MAX_RESERVE) return undefined
      const amountOut = getOutput(side, amountIn)
      return amountOut ? moved(zeroForOne, amountIn, amountOut) : undefined
    },

    exactOutput(zeroForOne, amountOut) {
      const side = getSide(zeroForOne)
      if (!isHealthy || amountOut <= 0n || amountOut >= side.reserveOut) return undefined
      const amountIn = getInput(side, amountOut)
      if (amountIn === undefined || side.reserveIn + amountIn > MAX_RESERVE) return undefined
      return moved(zeroForOne, amountIn, amountOut)
    },

    curve(zeroForOne) {
      if (!isHealthy) return undefined
      const curve = curves.get(zeroForOne) ?? getCurve(zeroForOne)
      curves.set(zeroForOne, curve)
      return curve
    },

    advance(log) {
      const next = advanceState(state, log.topics[0], () => log.data)
      return next === state ? this : createSolidlyPool(params, identity, next)
    },

    fingerprint: () => `${reserve0} ${reserve1} ${fee} ${isPaused}`,
    record: () => ({ kind: 'solidly', args: [params, identity, state] }),
  }
}

type GetData = () => `0x${string}`

function advanceState(state: SolidlyState, topic: string | undefined, getData: GetData): SolidlyState {
  if (topic === syncTopic) {
    return { ...state, reserve0: uintAt(getData(), 0), reserve1: uintAt(getData(), 1) }
  }
  if (topic !== customFeeTopic) return state
  const own = uintAt(getData(), 0)
  return { ...state, fee: own === NO_FEE ? 0n : own || state.usualFee }
}

/**
 * The products of a stable pair are rounded to 18 decimals: below one token of each, many amounts
 * yield the same product.
 */
function isDeep({ isStable, units }: SolidlyParams, { reserve0, reserve1 }: SolidlyState): boolean {
  if (reserve0 > MAX_RESERVE || reserve1 > MAX_RESERVE) return false
  return isStable ? reserve0 >= units[0] && reserve1 >= units[1] : reserve0 > 0n && reserve1 > 0n
}

function getSpot({ isStable, units }: SolidlyParams, { reserve0, reserve1 }: SolidlyState): Ratio {
  if (!isStable || reserve0 === 0n || reserve1 === 0n) return { numerator: reserve1, denominator: reserve0 }
  const [x, y] = [(reserve0 * WAD) / units[0], (reserve1 * WAD) / units[1]]
  return {
    numerator: (3n * x * x * y + y * y * y) * units[1],
    denominator: (x * x * x + 3n * x * y * y) * units[0],
  }
}
