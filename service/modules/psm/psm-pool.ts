import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { type Curve, fixedRateCurve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolSwap } from '../core/pool.ts'
import { WAD } from '../core/units.ts'

type Shape = 'module' | 'wrapper' | 'converter'

/** Step kinds that sell and buy the gem. */
const KINDS: Record<Shape, readonly [number, number]> = {
  module: [STEP_KINDS.psmSell, STEP_KINDS.psmBuy],
  wrapper: [STEP_KINDS.psmSell, STEP_KINDS.psmBuy],
  converter: [STEP_KINDS.daiToUsds, STEP_KINDS.usdsToDai],
}
/**
 * Gas of these steps. Measured with our port of a module, plus ten thousand for a gem behind a
 * proxy. The additional token conversion of wrappers and converters is estimated.
 */
const GAS: Record<Shape, readonly [number, number]> = {
  module: [66_000, 75_000],
  wrapper: [136_000, 145_000],
  converter: [115_000, 115_000],
}
/** Fee value of a halted direction. */
export const HALTED = 2n ** 256n - 1n
/** Allowance above which trades do not reduce it. Larger than any balance. */
export const UNLIMITED = 2n ** 255n

export interface PsmParams {
  module: string
  origin: PoolOrigin
  /** Index in the executor's list. */
  source: number
  /** Factor that scales an amount of the gem to 18 decimals. */
  factor: bigint
  /** The account that holds the paid token: the module, or the one inside a wrapper. */
  holder: PoolIdentity['address']
  /**
   * A wrapper delegates to another module. A converter is Sky's DaiUsds without fees, whose gem is
   * DAI.
   */
  shape: Shape
}

export interface PsmState {
  /** Fee for sold gems, in wad. */
  tin: bigint
  /** Fee for bought gems, in wad, added to the input. */
  tout: bigint
  /** Amount that can be paid for gems. For a converter the DAI supply. */
  daiStock: bigint
  /** Gems in the pocket. For a converter the USDS supply. */
  gemsHeld: bigint
  /** Gems that the module may transfer from the pocket. */
  gemsAllowed: bigint
  /** Closed for good. */
  isCaged: boolean
}

/**
 * A peg stability module: `tokens[0]` is the gem, `tokens[1]` the token with 18 decimals that it
 * converts to one for one. Fees round down, so sellers get one unit more than the exact share, and
 * buyers pay one less.
 */
export function createPsmPool(params: PsmParams, identity: PoolIdentity, state: PsmState): Pool {
  const { factor, shape } = params
  const { tin, tout, daiStock, gemsHeld, gemsAllowed, isCaged } = state
  const isUnlimited = gemsAllowed >= UNLIMITED
  const gemStock = least(gemsHeld, gemsAllowed)
  const canSell = !isCaged && tin < WAD && daiStock > 0n
  const canBuy = !isCaged && tout !== HALTED && gemStock > 0n
  /** Per base unit of the gem, in base units times WAD. */
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
      after: () => createPsmPool(params, identity, { ...state, ...next }),
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
      after: () => createPsmPool(params, identity, { ...state, ...next }),
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
    module: params.module,
    origin: params.origin,
    step: (isSale) => ({ kind: KINDS[shape][isSale ? 0 : 1], source: params.source, data: '0x' }),
    tokens: identity.tokens,
    fee: getFee(state),
    depth: [gemStock, daiStock],
    isHealthy: canSell || canBuy,
    spot: { numerator: factor, denominator: 1n },
    swapGas: Math.min(sellGas, buyGas),
    holder: params.holder,

    exactInput(isSale, amountIn) {
      if (isSale) return sell(amountIn)
      // Buys the largest amount of gems for the input. The rest, less than the cost of one gem, is
      // refunded to the seller.
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
    record: () => ({ kind: 'psm', args: [params, identity, state] }),
  }
}

/** Returns the minimum fee of both directions, in hundredths of a bip. */
function getFee({ tin, tout }: PsmState): number {
  const kept = tout === HALTED ? WAD : (tout * WAD) / (WAD + tout)
  return Number((least(tin, kept) * 1_000_000n) / WAD)
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
