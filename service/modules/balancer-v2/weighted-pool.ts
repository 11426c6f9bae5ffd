import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { Curve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolStep, PoolSwap } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { divUp, mulUp } from './fixed-point.ts'
import { findPair, getIndexes, getPairs, type TokenPair } from './pairs.ts'
import { advanceState, changed, FEE_UNIT, MAX_BALANCE, type PoolState } from './pool-state.ts'
import { getWeightedDepth, weightedCurve } from './weighted-curve.ts'
import { inGivenOut, outGivenIn, powUp, powUpByLogarithm, type WeightedSide } from './weighted-math.ts'

const SWAP_GAS = 92_000
/** The executor queries the vault for the input of an exact output. */
const PURCHASE_GAS = 39_000

export interface WeightedParams {
  module: string
  origin: PoolOrigin
  step: PoolStep
  vault: Address
  address: Address
  poolId: Hex
  /** Default: 2022. */
  version?: WeightedVersion
  /** In the vault's order. */
  tokens: readonly WeightedToken[]
}

/** Year of the first factory whose pools round powers alike. All pools since 2022 do. */
export type WeightedVersion = 2021 | 2022

export interface WeightedToken {
  address: Address
  /** Share of 1e18. */
  weight: bigint
  /** Factor that scales an amount to 18 decimals. */
  scale: bigint
}

/**
 * Creates a weighted pool in a Balancer V2 vault: the pool of its first two tokens, with the other
 * pairs as siblings.
 */
export function createWeightedPool(params: WeightedParams, state: PoolState): Pool {
  const [first, ...others] = getPairs(params.tokens)
  const addresses = params.tokens.map(({ address }) => address)
  if (!first) throw new Error(`The pool ${params.address} has fewer than two tokens`)
  return {
    ...createPairPool(params, first, state),
    siblings: others.map((pair) => createPairPool(params, pair, state)),
    advance(log) {
      const next = advanceState(state, log, addresses)
      return next === state ? this : createWeightedPool(params, next)
    },
  }
}

/** Creates the pool of two tokens, without the other pairs. */
export function createPairPool(
  params: WeightedParams,
  pair: TokenPair<WeightedToken>,
  state: PoolState,
): Pool {
  const { swapFee, isPaused } = state
  const [token0, token1] = pair.tokens
  const balances = [state.balances[pair.indexes[0]] ?? 0n, state.balances[pair.indexes[1]] ?? 0n] as const
  const weights = [token0.weight, token1.weight] as const
  const scales = [token0.scale, token1.scale] as const
  const identity: PoolIdentity = {
    address: params.address,
    tokens: [token0.address, token1.address],
    fee: Number(swapFee / FEE_UNIT),
    tickSpacing: 0,
    poolId: params.poolId,
  }
  const isHealthy = !isPaused && balances[0] > 0n && balances[1] > 0n
  const curves = new Map<boolean, Curve>()
  const raise = params.version === 2021 ? powUpByLogarithm : powUp

  function getSide(zeroForOne: boolean): WeightedSide {
    const [into, out] = getIndexes(zeroForOne)
    return {
      balanceIn: balances[into] * scales[into],
      weightIn: weights[into],
      balanceOut: balances[out] * scales[out],
      weightOut: weights[out],
    }
  }

  function quote(zeroForOne: boolean, amountIn: bigint): bigint | undefined {
    const [into, out] = getIndexes(zeroForOne)
    if (!isHealthy || amountIn <= 0n || balances[into] + amountIn > MAX_BALANCE) return undefined
    const sold = (amountIn - mulUp(amountIn, swapFee)) * scales[into]
    const bought = outGivenIn(getSide(zeroForOne), sold, raise)
    return bought === undefined ? undefined : bought / scales[out]
  }

  function moved(zeroForOne: boolean, amountIn: bigint, amountOut: bigint): PoolSwap {
    const changes = zeroForOne ? [amountIn, -amountOut] : [-amountOut, amountIn]
    return {
      amountIn,
      amountOut,
      gas: SWAP_GAS,
      after: (of) =>
        createPairPool(params, of ? findPair(params.tokens, of.tokens) : pair, {
          ...state,
          balances: changed(state.balances, pair.indexes, changes),
        }),
    }
  }

  return {
    identity,
    address: identity.address,
    module: params.module,
    origin: params.origin,
    step: () => params.step,
    tokens: identity.tokens,
    fee: identity.fee,
    holder: params.vault,
    depth: getWeightedDepth(balances, weights),
    isHealthy,
    spot: { numerator: balances[1] * weights[0], denominator: balances[0] * weights[1] },
    swapGas: SWAP_GAS,

    exactInput(zeroForOne, amountIn) {
      const amountOut = quote(zeroForOne, amountIn)
      return amountOut ? moved(zeroForOne, amountIn, amountOut) : undefined
    },

    exactOutput(zeroForOne, amountOut) {
      const [into, out] = getIndexes(zeroForOne)
      if (!isHealthy || amountOut <= 0n || amountOut >= balances[out]) return undefined
      const bought = inGivenOut(getSide(zeroForOne), amountOut * scales[out], raise)
      if (bought === undefined) return undefined
      const amountIn = divUp((bought + scales[into] - 1n) / scales[into], WAD - swapFee)
      if (balances[into] + amountIn > MAX_BALANCE) return undefined
      return { ...moved(zeroForOne, amountIn, amountOut), gas: SWAP_GAS + PURCHASE_GAS }
    },

    curve(zeroForOne) {
      if (!isHealthy) return undefined
      const shape = { balances, weights, swapFee, gas: SWAP_GAS, purchaseGas: PURCHASE_GAS }
      const curve = curves.get(zeroForOne) ?? weightedCurve(zeroForOne, shape)
      curves.set(zeroForOne, curve)
      return curve
    },

    advance() {
      return this
    },

    fingerprint: () => [...state.balances, swapFee, isPaused].join(' '),
    record: () => ({ kind: 'balancer', args: [params, pair, state] }),
  }
}
