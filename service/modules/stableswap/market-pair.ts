import type { Address, Hex } from '../../../src/lib/address.ts'
import type { Curve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolRecord, PoolSwap, Ratio } from '../core/pool.ts'
import type { Places } from './invariant.ts'
import { type FloatMarket, getPrice, stableswapCurve } from './stableswap-curve.ts'
import { FEE_UNIT, type Sold } from './stableswap-math.ts'

const ONE = 10n ** 18n
/** The smaller side of the ratio that is the price of two coins. */
const PRICE_UNIT = 10 ** 15

/** Indexes of two coins. */
export type Pair = readonly [number, number]

export interface MarketTerms {
  module: string
  origin: PoolOrigin
  /** Index in the executor's list. */
  source: number
  address: Address
  coins: readonly { address: Address }[]
}

/** Two coins of a pool, as a pool of either code. */
export interface MarketPair<State> {
  terms: MarketTerms
  pair: Pair
  state: { balances: readonly bigint[]; amplification: bigint; fee: bigint }
  /** What 10 ** 18 base units of each coin count for. */
  rates: readonly bigint[]
  market: {
    scaled: readonly bigint[]
    getInvariant(): bigint | undefined
    sell(places: Places, amountIn: bigint): Sold<State> | undefined
    buy(places: Places, amountOut: bigint): bigint | undefined
  }
  /** Amplification, once for each coin. */
  ann: number
  /** What the fee grows by as balances part. */
  feeMultiplier?: number
  isHealthy: boolean
  gas: number
  step: { kind: number; encode(places: Pair): Hex }
  /** Two coins of it after a trade. */
  withState(state: State, pair: Pair): Pool
  fingerprint(): string
  record(): PoolRecord
}

/** Two coins of a pool, without the pairs beside it. */
export function createMarketPair<State>(shape: MarketPair<State>): Pool {
  const { terms, pair, state, rates, market, gas } = shape
  const { balances, fee } = state
  const identity: PoolIdentity = {
    address: terms.address,
    tokens: [getCoin(terms, pair[0]), getCoin(terms, pair[1])],
    fee: Number((fee * 1_000_000n) / FEE_UNIT),
    tickSpacing: 0,
  }
  const invariant = market.getInvariant()
  const hasAll = state.amplification > 0n && fee < FEE_UNIT && balances.every((balance) => balance > 0n)
  const isHealthy = shape.isHealthy && hasAll && invariant !== undefined
  const float: FloatMarket = {
    balances: market.scaled.map((each) => Number(each) / Number(ONE)),
    ann: shape.ann,
    invariant: Number(invariant ?? 0n) / Number(ONE),
    fee: Number(fee) / Number(FEE_UNIT),
    feeMultiplier: shape.feeMultiplier ?? 1,
  }
  const curves = new Map<boolean, Curve | undefined>()

  const toPlaces = (zeroForOne: boolean): Pair => (zeroForOne ? pair : [pair[1], pair[0]])

  function moved(zeroForOne: boolean, amountIn: bigint): PoolSwap | undefined {
    const [from, to] = toPlaces(zeroForOne)
    const sold = isHealthy ? market.sell({ from, to }, amountIn) : undefined
    if (!sold || sold.amountOut === 0n) return undefined
    return {
      amountIn,
      amountOut: sold.amountOut,
      gas,
      after: (of) => shape.withState(sold.after, of ? findPair(terms, of.tokens) : pair),
    }
  }

  function getSpot(): Ratio {
    const [x = 0, y = 0] = pair.map((place) => float.balances[place])
    const { numerator, denominator } = toRatio(isHealthy ? getPrice(float, pair, x, y) : 1)
    return {
      numerator: numerator * (rates[pair[0]] || ONE),
      denominator: denominator * (rates[pair[1]] || ONE),
    }
  }

  function drawCurve(zeroForOne: boolean): Curve | undefined {
    const [from, to] = toPlaces(zeroForOne)
    const toUnits = (place: number) => Number(ONE) ** 2 / Number(rates[place])
    return stableswapCurve(float, [from, to], { units: [toUnits(from), toUnits(to)], gas })
  }

  return {
    identity,
    address: identity.address,
    module: terms.module,
    origin: terms.origin,
    step: (zeroForOne) => ({
      kind: shape.step.kind,
      source: terms.source,
      data: shape.step.encode(toPlaces(zeroForOne)),
    }),
    tokens: identity.tokens,
    fee: identity.fee,
    depth: [balances[pair[0]] ?? 0n, balances[pair[1]] ?? 0n],
    isHealthy,
    spot: getSpot(),
    swapGas: gas,

    exactInput: (zeroForOne, amountIn) => (amountIn > 0n ? moved(zeroForOne, amountIn) : undefined),

    exactOutput(zeroForOne, amountOut) {
      const [from, to] = toPlaces(zeroForOne)
      const amountIn = amountOut > 0n && isHealthy ? market.buy({ from, to }, amountOut) : undefined
      const swap = amountIn === undefined ? undefined : moved(zeroForOne, amountIn)
      return swap && { ...swap, amountOut }
    },

    curve(zeroForOne) {
      if (!isHealthy) return undefined
      if (!curves.has(zeroForOne)) curves.set(zeroForOne, drawCurve(zeroForOne))
      return curves.get(zeroForOne)
    },

    advance() {
      return this
    },

    fingerprint: shape.fingerprint,
    record: shape.record,
  }
}

export function getPairs({ coins }: Pick<MarketTerms, 'coins'>): Pair[] {
  return coins.flatMap((_, i) => coins.slice(i + 1).map((_, k) => [i, i + 1 + k] as const))
}

/** The larger side is rounded: a price far below one, or its inverse, keeps as many digits as one near it. */
function toRatio(price: number): Ratio {
  const unit = BigInt(PRICE_UNIT)
  return price < 1
    ? { numerator: unit, denominator: BigInt(Math.round(PRICE_UNIT / price)) }
    : { numerator: BigInt(Math.round(price * PRICE_UNIT)), denominator: unit }
}

function getCoin({ address, coins }: MarketTerms, index: number): Address {
  const coin = coins[index]
  if (!coin) throw new Error(`The pool ${address} has no coin ${index}`)
  return coin.address
}

function findPair(terms: MarketTerms, tokens: Pool['tokens']): Pair {
  const pair = getPairs(terms).find((places) =>
    places.every((place, k) => getCoin(terms, place) === tokens[k]),
  )
  if (!pair) throw new Error(`The pool ${terms.address} has no pair of ${tokens.join(' and ')}`)
  return pair
}
