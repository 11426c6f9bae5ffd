import type { Address, Hex } from '../../../wire/lib/address.ts'
import { checked, fits } from '../core/checked.ts'
import type { Curve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolStep, PoolSwap, Ratio } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { divUp, mulUp, upscale } from './fixed-point.ts'
import { findPair, getIndexes, getPairs, type TokenPair } from './pairs.ts'
import { changed, FEE_UNIT, MAX_BALANCE } from './pool-state.ts'
import { MAX_SOLD, stableCurve } from './stable-curve.ts'
import { AMP_UNIT, getCross, getInvariant, inGivenOut, outGivenIn, type StableSide } from './stable-math.ts'
import { advanceStable, type StableState } from './stable-state.ts'

/** Gas of a sale in a pool of three tokens, without the base cost of the transaction. */
const SWAP_GAS = 131_000
/** The executor queries the vault for the input of an exact output. */
const PURCHASE_GAS = 89_000

export interface StableParams {
  module: string
  origin: PoolOrigin
  step: PoolStep
  vault: Address
  address: Address
  poolId: Hex
  /**
   * All tokens in the vault's order. A composable pool includes its own token, which belongs to no
   * pair.
   */
  tokens: readonly StableToken[]
  /** True if the invariant is rounded up, as in the first pools, which have no recovery mode. */
  roundsUp: boolean
}

export interface StableToken {
  address: Address
  /** Factor that scales an amount to 18 decimals. */
  scale: bigint
}

type StablePair = TokenPair<StableToken>

/**
 * Creates a stable pool in a Balancer V2 vault: the pool of its first two tokens, with the other
 * pairs as siblings.
 */
export function createStablePool(params: StableParams, state: StableState): Pool {
  const [first, ...others] = getPairs(params.tokens).filter(({ tokens }) =>
    tokens.every(({ address }) => address !== params.address),
  )
  if (!first) throw new Error(`The pool ${params.address} has fewer than two tokens`)
  const addresses = params.tokens.map(({ address }) => address)
  return {
    ...createStablePair(params, first, state),
    siblings: others.map((pair) => createStablePair(params, pair, state)),
    isOutdated: state.isOutdated,
    watched: state.watched,
    advance(log) {
      const next = advanceStable(state, log, addresses)
      return next === state ? this : createStablePool(params, next)
    },
  }
}

/** Creates the pool of two tokens, without the other pairs. */
export function createStablePair(params: StableParams, pair: StablePair, state: StableState): Pool {
  const { swapFee, isPaused, isOutdated, amp } = state
  const { held, balances, invariant, isHealthy, ...scaled } = scalePair(params, pair, state)
  const [index0, index1] = scaled.indexes
  const [balance0 = 0n, balance1 = 0n] = scaled.indexes.map((index) => held[index]?.balance)
  const [factor0 = 0n, factor1 = 0n] = scaled.indexes.map((index) => held[index]?.factor)
  const identity: PoolIdentity = {
    address: params.address,
    tokens: [pair.tokens[0].address, pair.tokens[1].address],
    fee: Number(swapFee / FEE_UNIT),
    tickSpacing: 0,
    poolId: params.poolId,
  }
  const curves = new Map<boolean, Curve | undefined>()
  const room = BigInt(MAX_SOLD) * ((balances[index0] ?? 0n) + (balances[index1] ?? 0n))

  function getSide(zeroForOne: boolean): StableSide {
    const [into, out] = zeroForOne ? [index0, index1] : [index1, index0]
    return { amp, balances, invariant, into, out }
  }

  function getFactors(zeroForOne: boolean): readonly [into: bigint, out: bigint] {
    return zeroForOne ? [factor0, factor1] : [factor1, factor0]
  }

  function drawCurve(zeroForOne: boolean): Curve | undefined {
    const { into, out } = getSide(zeroForOne)
    const [intoFactor, outFactor] = getFactors(zeroForOne)
    return stableCurve({
      balances: balances.map(Number),
      indexes: [into, out],
      amp: (Number(amp) * balances.length) / Number(AMP_UNIT),
      invariant: Number(invariant),
      scales: [Number(intoFactor) / 1e18, Number(outFactor) / 1e18],
      swapFee,
      gas: SWAP_GAS,
      purchaseGas: PURCHASE_GAS,
    })
  }

  function moved(zeroForOne: boolean, amountIn: bigint, amountOut: bigint): PoolSwap {
    const changes = zeroForOne ? [amountIn, -amountOut] : [-amountOut, amountIn]
    return {
      amountIn,
      amountOut,
      gas: SWAP_GAS,
      after: (of) =>
        createStablePair(params, of ? findPair(params.tokens, of.tokens) : pair, {
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
    depth: [balance0, balance1],
    isHealthy,
    spot: isHealthy
      ? getStableSpot(getSide(true), [factor0, factor1])
      : { numerator: balance1, denominator: balance0 },
    swapGas: SWAP_GAS,

    exactInput(zeroForOne, amountIn) {
      const balanceIn = zeroForOne ? balance0 : balance1
      if (!isHealthy || amountIn <= 0n || balanceIn + amountIn > MAX_BALANCE) return undefined
      const [into, out] = getFactors(zeroForOne)
      const amountOut = checked(() => {
        const sold = upscale(amountIn - mulUp(amountIn, swapFee), into)
        if (sold > room) return undefined
        return fits(outGivenIn(getSide(zeroForOne), sold) * WAD) / out
      })
      return amountOut ? moved(zeroForOne, amountIn, amountOut) : undefined
    },

    exactOutput(zeroForOne, amountOut) {
      const [intoIndex, outIndex] = getIndexes(zeroForOne)
      const both = [balance0, balance1] as const
      if (!isHealthy || amountOut <= 0n || amountOut >= both[outIndex]) return undefined
      const [into, out] = getFactors(zeroForOne)
      const amountIn = checked(() => {
        const sold = inGivenOut(getSide(zeroForOne), upscale(amountOut, out))
        if (sold > room) return undefined
        return divUp(divUp(fits(sold), into), WAD - swapFee)
      })
      if (amountIn === undefined || both[intoIndex] + amountIn > MAX_BALANCE) return undefined
      return { ...moved(zeroForOne, amountIn, amountOut), gas: SWAP_GAS + PURCHASE_GAS }
    },

    curve(zeroForOne) {
      if (!isHealthy) return undefined
      if (!curves.has(zeroForOne)) curves.set(zeroForOne, drawCurve(zeroForOne))
      return curves.get(zeroForOne)
    },

    advance() {
      return this
    },

    fingerprint: () =>
      [...held.flatMap(({ balance, factor }) => [balance, factor]), amp, swapFee, isPaused, isOutdated].join(
        ' ',
      ),
    record: () => ({ kind: 'balancer-stable', args: [params, pair, state] }),
  }
}

/** Scales the balances of the tokens other than the pool's own, and computes the invariant. */
function scalePair(params: StableParams, pair: StablePair, state: StableState) {
  const held = params.tokens.flatMap(({ address, scale }, i) =>
    address === params.address
      ? []
      : [{ address, balance: state.balances[i] ?? 0n, factor: scale * (state.rates[i] ?? 0n) }],
  )
  const [index0 = 0, index1 = 0] = pair.tokens.map(({ address }) =>
    held.findIndex((token) => token.address === address),
  )
  const found = checked(() => {
    const balances = held.map(({ balance, factor }) => upscale(balance, factor))
    return { balances, invariant: getInvariant(state.amp, balances, params.roundsUp) }
  })
  const { balances = [], invariant = 0n } = found ?? {}
  const isHealthy =
    !state.isPaused && !state.isOutdated && found !== undefined && balances.every((balance) => balance > 0n)
  return { held, indexes: [index0, index1] as const, balances, invariant, isHealthy }
}

/** Computes `(A n^n + c / x) / (A n^n + c / y)` in base units. */
export function getStableSpot(
  { amp, balances, invariant, into, out }: StableSide,
  factors: readonly [bigint, bigint],
): Ratio {
  const [x, y] = [balances[into] ?? 0n, balances[out] ?? 0n]
  const total = amp * BigInt(balances.length)
  const cross = getCross(balances, invariant) * AMP_UNIT
  return {
    numerator: (total * x + cross) * y * factors[0],
    denominator: (total * y + cross) * x * factors[1],
  }
}
