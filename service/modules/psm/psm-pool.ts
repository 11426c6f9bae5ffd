import { STEP_KINDS } from '../../lib/step-kinds.ts'
import { type Curve, fixedRateCurve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolSwap } from '../core/pool.ts'
import { WAD } from '../core/units.ts'

type Shape = 'module' | 'wrapper' | 'converter'

/** Steps that sell the gem and that buy it. */
const KINDS: Record<Shape, readonly [number, number]> = {
  module: [STEP_KINDS.psmSell, STEP_KINDS.psmBuy],
  wrapper: [STEP_KINDS.psmSell, STEP_KINDS.psmBuy],
  converter: [STEP_KINDS.daiToUsds, STEP_KINDS.usdsToDai],
}
/**
 * Gas of the same. Of a module as measured of our port of it, and ten thousand more for a gem behind a proxy; a wrapper and a
 * converter change one token for the other besides, which is estimated.
 */
const GAS: Record<Shape, readonly [number, number]> = {
  module: [66_000, 75_000],
  wrapper: [136_000, 145_000],
  converter: [115_000, 115_000],
}
/** A fee that says that its direction is halted. */
export const HALTED = 2n ** 256n - 1n
/** An allowance from which on trades leave it as it is: larger than any balance. */
export const UNLIMITED = 2n ** 255n

export interface PsmTerms {
  module: string
  origin: PoolOrigin
  /** Index in the executor's list. */
  source: number
  /** What scales an amount of the gem to 18 decimals. */
  factor: bigint
  /** Who holds what is paid for gems: the module, or the one within it. */
  holder: PoolIdentity['address']
  /** A wrapper stands before another module. A converter is Sky's DaiUsds, whose gem is DAI: it has no fees. */
  shape: Shape
}

export interface PsmState {
  /** Fee of gems that are sold, in wad. */
  tin: bigint
  /** Fee of gems that are bought, in wad, on top. */
  tout: bigint
  /** What can be paid for gems; of a converter the DAI there is. */
  daiStock: bigint
  /** Gems in the pocket; of a converter the USDS there is. */
  gemsHeld: bigint
  /** Gems that the module may take out of it. */
  gemsAllowed: bigint
  /** Closed for good. */
  isCaged: boolean
}

/**
 * A peg stability module: `tokens[0]` is the gem, `tokens[1]` what it is changed into one for one, with 18 decimals. Fees are
 * rounded down, so that sellers get a unit more than a share, and buyers pay one less.
 */
export function createPsmPool(terms: PsmTerms, identity: PoolIdentity, state: PsmState): Pool {
  const { factor, shape } = terms
  const { tin, tout, daiStock, gemsHeld, gemsAllowed, isCaged } = state
  const isUnlimited = gemsAllowed >= UNLIMITED
  const gemStock = least(gemsHeld, gemsAllowed)
  const canSell = !isCaged && tin < WAD && daiStock > 0n
  const canBuy = !isCaged && tout !== HALTED && gemStock > 0n
  /** Of a base unit of the gem, in base units times WAD. */
  const [brings, costs] = [factor * (WAD - tin), factor * (WAD + tout)]
  const [sellGas, buyGas] = GAS[shape]
  const curves = new Map<boolean, Curve>()

  function sell(gems: bigint): PoolSwap | undefined {
    const paid = gems * factor - (gems * factor * tin) / WAD
    if (!canSell || gems <= 0n || paid <= 0n || paid > daiStock) return undefined
    const next = { daiStock: daiStock - paid, gemsHeld: gemsHeld + gems }
    return {
      amountIn: gems,
      amountOut: paid,
      gas: sellGas,
      after: () => createPsmPool(terms, identity, { ...state, ...next }),
    }
  }

  function buy(gems: bigint): PoolSwap | undefined {
    if (!canBuy || gems <= 0n || gems > gemStock) return undefined
    const price = (gems * costs) / WAD
    const next = {
      daiStock: daiStock + price,
      gemsHeld: gemsHeld - gems,
      gemsAllowed: isUnlimited ? gemsAllowed : gemsAllowed - gems,
    }
    return {
      amountIn: price,
      amountOut: gems,
      gas: buyGas,
      after: () => createPsmPool(terms, identity, { ...state, ...next }),
    }
  }

  function getCurve(isSale: boolean): Curve | undefined {
    if (isSale ? !canSell : !canBuy) return undefined
    const rate = isSale ? Number(brings) / 1e18 : 1e18 / Number(costs)
    const capacity = Number(isSale ? (daiStock * WAD) / brings : (gemStock * costs) / WAD)
    if (capacity <= 0) return undefined
    return fixedRateCurve({ rate, capacity, gas: isSale ? sellGas : buyGas })
  }

  return {
    identity,
    address: identity.address,
    module: terms.module,
    origin: terms.origin,
    step: (isSale) => ({ kind: KINDS[shape][isSale ? 0 : 1], source: terms.source, data: '0x' }),
    tokens: identity.tokens,
    fee: getFee(state),
    depth: [gemStock, daiStock],
    isHealthy: canSell || canBuy,
    spot: { numerator: factor, denominator: 1n },
    swapGas: Math.min(sellGas, buyGas),
    holder: terms.holder,

    exactInput(isSale, amountIn) {
      if (isSale) return sell(amountIn)
      // The most gems that cost no more. What is left, less than one costs, stays with who sells.
      const swap = canBuy && amountIn > 0n ? buy(((amountIn + 1n) * WAD - 1n) / costs) : undefined
      return swap && { ...swap, amountIn }
    },

    exactOutput(isSale, amountOut) {
      if (amountOut <= 0n) return undefined
      if (!isSale) return buy(amountOut)
      const swap = canSell ? sell(((amountOut - 1n) * WAD) / brings + 1n) : undefined
      return swap && { ...swap, amountOut }
    },

    curve(isSale) {
      const curve = curves.get(isSale) ?? getCurve(isSale)
      if (curve) curves.set(isSale, curve)
      return curve
    },

    advance() {
      return this
    },

    fingerprint: () => [tin, tout, daiStock, gemsHeld, isUnlimited ? 'all' : gemsAllowed, isCaged].join(' '),
    record: () => ({ kind: 'psm', args: [terms, identity, state] }),
  }
}

/** What both directions keep at least of what is paid in, in hundredths of a bip. */
function getFee({ tin, tout }: PsmState): number {
  const kept = tout === HALTED ? WAD : (tout * WAD) / (WAD + tout)
  return Number((least(tin, kept) * 1_000_000n) / WAD)
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
