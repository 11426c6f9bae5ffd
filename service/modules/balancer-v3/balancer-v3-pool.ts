import type { Address } from '../../../wire/lib/address.ts'
import { complement, mulUp, upscale } from '../balancer-v2/fixed-point.ts'
import { findPair, getPairs, type TokenPair } from '../balancer-v2/pairs.ts'
import { FEE_UNIT } from '../balancer-v2/pool-state.ts'
import { MAX_SOLD, stableCurve } from '../balancer-v2/stable-curve.ts'
import { AMP_UNIT, divideUp, getInvariant } from '../balancer-v2/stable-math.ts'
import { getStableSpot } from '../balancer-v2/stable-pool.ts'
import { getWeightedDepth, weightedCurve } from '../balancer-v2/weighted-curve.ts'
import { checked, fits } from '../core/checked.ts'
import type { Curve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolStep, PoolSwap, Ratio } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { advanceState, type BalancerV3State, swapped } from './balancer-v3-state.ts'
import { createStableMath, MAX_IMBALANCE } from './stable-math.ts'
import { createWeightedMath, type WeightedParams } from './weighted-math.ts'

/** Gas of a sale of tokens without rates, without the base cost of the transaction. */
const SWAP_GAS = 150_000
/** Gas per token with a rate provider. */
const RATE_GAS = 12_000
/** Maximum balance in the vault. */
const MAX_BALANCE = 2n ** 128n - 1n

export interface BalancerV3Token {
  address: Address
  /** Factor that scales an amount to 18 decimals. */
  scale: bigint
}

export interface BalancerV3Params {
  module: string
  origin: PoolOrigin
  step: PoolStep
  vault: Address
  address: Address
  /** In the vault's order. */
  tokens: readonly BalancerV3Token[]
  /** Minimum input and output of a swap in the vault, with 18 decimals. */
  minTrade: bigint
  /** Parameters of a weighted pool. Default: a stable pool. */
  weighted?: WeightedParams
}

/**
 * Creates a pool in a Balancer V3 vault: the pool of its first two tokens, with the other pairs as
 * siblings.
 */
export function createBalancerV3Pool(params: BalancerV3Params, state: BalancerV3State): Pool {
  const [first, ...others] = getPairs(params.tokens)
  if (!first) throw new Error(`The pool ${params.address} has fewer than two tokens`)
  const addresses = params.tokens.map(({ address }) => address)
  return {
    ...createBalancerV3Pair(params, first, state),
    siblings: others.map((pair) => createBalancerV3Pair(params, pair, state)),
    isOutdated: state.isOutdated,
    watched: state.watched,
    advance(log) {
      const next = advanceState(state, log, addresses)
      return next === state ? this : createBalancerV3Pool(params, next)
    },
  }
}

/** Creates the pool of two tokens, without the other pairs. */
export function createBalancerV3Pair(
  params: BalancerV3Params,
  pair: TokenPair<BalancerV3Token>,
  state: BalancerV3State,
): Pool {
  const { weighted, minTrade } = params
  const { swapFee, amp, rates } = state
  const { factors, balances, invariant, isHealthy } = scaleBalances(params, state)
  const math = weighted ? createWeightedMath(weighted) : createStableMath(amp, invariant)
  const [index0, index1] = pair.indexes
  const held = [state.balances[index0] ?? 0n, state.balances[index1] ?? 0n] as const
  const weights = weighted && ([weighted.weights[index0] ?? 0n, weighted.weights[index1] ?? 0n] as const)
  const identity = identify(params, pair, swapFee)
  const gas = SWAP_GAS + rates.filter((rate) => rate !== WAD).length * RATE_GAS
  const room = BigInt(MAX_SOLD) * ((balances[index0] ?? 0n) + (balances[index1] ?? 0n))
  const curves = new Map<boolean, Curve | undefined>()

  function getSide(zeroForOne: boolean): ScaledSide {
    const [into, out] = zeroForOne ? [index0, index1] : [index1, index0]
    return { balances, into, out, factorIn: factors[into] ?? 0n, factorOut: factors[out] ?? 0n }
  }

  function checkAmount(amount: bigint): bigint {
    if (amount < minTrade) throw new RangeError('The amount is below the minimum of the vault')
    if (!weighted && amount > room)
      throw new RangeError('The amount exceeds the limit of a sale to a stable pool')
    return amount
  }

  /** Returns undefined if the vault cannot hold the balances after the swap. */
  function move(
    zeroForOne: boolean,
    { amountIn, amountOut, fee }: { amountIn: bigint; amountOut: bigint; fee: bigint },
  ): PoolSwap | undefined {
    const { into, out } = getSide(zeroForOne)
    const next = swapped(state, [into, out], { amountIn, amountOut, fee })
    if (!next.every((balance, i) => isKept(balance, factors[i] ?? 0n)) || amountOut === 0n) return undefined
    return {
      amountIn,
      amountOut,
      gas,
      after: (of) =>
        createBalancerV3Pair(params, of ? findPair(params.tokens, of.tokens) : pair, {
          ...state,
          balances: next,
        }),
    }
  }

  function getSpot(): Ratio {
    if (!isHealthy) return { numerator: held[1], denominator: held[0] }
    const { factorIn, factorOut, ...side } = getSide(true)
    if (!weights) return getStableSpot({ ...side, amp, invariant }, [factorIn, factorOut])
    return { numerator: held[1] * weights[0], denominator: held[0] * weights[1] }
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
    depth: weights ? getWeightedDepth(held, weights) : held,
    isHealthy,
    spot: getSpot(),
    swapGas: gas,

    exactInput(zeroForOne, amountIn) {
      if (!isHealthy || amountIn <= 0n) return undefined
      return checked(() => {
        const { factorIn, ...side } = getSide(zeroForOne)
        const given = upscale(amountIn, factorIn)
        const fee = mulUp(given, swapFee)
        const bought = math.outGivenIn(side, checkAmount(given - fee))
        const amountOut =
          fits(checkAmount(bought) * WAD) / getFactorUp(params.tokens[side.out], rates[side.out])
        return move(zeroForOne, { amountIn, amountOut, fee: fits(fee * WAD) / factorIn })
      })
    },

    exactOutput(zeroForOne, amountOut) {
      if (!isHealthy || amountOut <= 0n) return undefined
      return checked(() => {
        const { factorIn, ...side } = getSide(zeroForOne)
        const given = divideUp(fits(amountOut * getFactorUp(params.tokens[side.out], rates[side.out])), WAD)
        const sold = checkAmount(math.inGivenOut(side, checkAmount(given)))
        const fee = divideUp(fits(sold * swapFee), complement(swapFee))
        const amountIn = divideUp(fits((sold + fee) * WAD), factorIn)
        return move(zeroForOne, { amountIn, amountOut, fee: fits(fee * WAD) / factorIn })
      })
    },

    curve(zeroForOne) {
      if (!isHealthy) return undefined
      if (!curves.has(zeroForOne)) {
        const drawn = weights
          ? weightedCurve(zeroForOne, { balances: held, weights, swapFee, gas })
          : drawStableCurve(getSide(zeroForOne), { amp, invariant, swapFee, gas })
        curves.set(zeroForOne, drawn)
      }
      return curves.get(zeroForOne)
    },

    advance() {
      return this
    },

    fingerprint: () =>
      [...state.balances, ...rates, amp, swapFee, state.aggregateFee, state.isOpen, state.isOutdated].join(
        ' ',
      ),
    record: () => ({ kind: 'balancer-v3', args: [params, pair, state] }),
  }
}

function identify(
  { address }: BalancerV3Params,
  { tokens: [first, second] }: TokenPair<BalancerV3Token>,
  swapFee: bigint,
): PoolIdentity {
  return {
    address,
    tokens: [first.address, second.address],
    fee: Number(swapFee / FEE_UNIT),
    tickSpacing: 0,
  }
}

/** Scales the balances of all tokens, and computes the invariant of a stable pool. */
function scaleBalances({ tokens, weighted }: BalancerV3Params, state: BalancerV3State) {
  const factors = tokens.map(({ scale }, i) => scale * (state.rates[i] ?? 0n))
  const found = checked(() => {
    const balances = state.balances.map((balance, i) => upscale(balance, factors[i] ?? 0n))
    const invariant = weighted ? 0n : getInvariant(state.amp, balances, false)
    return { balances, invariant }
  })
  const { balances = [], invariant = 0n } = found ?? {}
  const isHealthy =
    state.isOpen && !state.isOutdated && found !== undefined && balances.every((balance) => balance > 0n)
  return { factors, balances, invariant, isHealthy }
}

/** Returns the divisor of an amount that leaves the vault. */
function getFactorUp(token: BalancerV3Token | undefined, rate = 0n): bigint {
  return (token?.scale ?? 0n) * (rate % WAD === 0n ? rate : rate + 1n)
}

/** Returns true if the vault can hold this balance. */
function isKept(balance: bigint, factor: bigint): boolean {
  return balance >= 0n && balance <= MAX_BALANCE && upscale(balance, factor) <= MAX_BALANCE
}

interface ScaledSide {
  balances: readonly bigint[]
  into: number
  out: number
  factorIn: bigint
  factorOut: bigint
}

function drawStableCurve(
  { balances, into, out, factorIn, factorOut }: ScaledSide,
  {
    amp,
    invariant,
    swapFee,
    gas,
  }: Pick<BalancerV3State, 'amp' | 'swapFee'> & { invariant: bigint; gas: number },
): Curve | undefined {
  return stableCurve({
    balances: balances.map(Number),
    indexes: [into, out],
    amp: (Number(amp) * balances.length) / Number(AMP_UNIT),
    invariant: Number(invariant),
    scales: [Number(factorIn) / 1e18, Number(factorOut) / 1e18],
    swapFee,
    gas,
    // Leaves a margin for rounded amounts.
    maxImbalance: Number(MAX_IMBALANCE) * 0.999,
  })
}
