import {
  type CoinPair,
  type CoinParams,
  createCoinPair,
  hasRatio,
  type Pair,
  toRatio,
} from '../core/coin-pair.ts'
import type { Pool, Ratio } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import type { Indexes } from './invariant.ts'
import { type FloatMarket, getPrice, stableswapCurve } from './stableswap-curve.ts'
import { FEE_UNIT, type Sold } from './stableswap-math.ts'

/** Two coins of a pool of either code. */
export interface MarketPair<State>
  extends Pick<
    CoinPair<State>,
    'pair' | 'isHealthy' | 'gas' | 'purchaseGas' | 'step' | 'withState' | 'fingerprint' | 'record'
  > {
  params: CoinParams
  state: { balances: readonly bigint[]; amplification: bigint; fee: bigint }
  /** Value of 10 ** 18 base units of each coin. */
  rates: readonly bigint[]
  market: {
    scaled: readonly bigint[]
    getInvariant(): bigint | undefined
    sell(indexes: Indexes, amountIn: bigint): Sold<State> | undefined
    buy(indexes: Indexes, amountOut: bigint): bigint | undefined
  }
  /** The amplification `A * n`. */
  ann: number
  /** Growth of the fee as balances diverge. */
  feeMultiplier?: number
}

/** Creates the pool of two coins, without the other pairs. */
export function createMarketPair<State>(shape: MarketPair<State>): Pool {
  const { pair, state, rates, market, gas } = shape
  const { balances, fee } = state
  const invariant = market.getInvariant()
  const hasAll = state.amplification > 0n && fee < FEE_UNIT && balances.every((balance) => balance > 0n)
  const float: FloatMarket = {
    balances: market.scaled.map((each) => Number(each) / Number(WAD)),
    ann: shape.ann,
    invariant: Number(invariant ?? 0n) / Number(WAD),
    fee: Number(fee) / Number(FEE_UNIT),
    feeMultiplier: shape.feeMultiplier ?? 1,
  }

  const [x = 0, y = 0] = pair.map((index) => float.balances[index])
  const price = getPrice(float, pair, x, y)
  const isHealthy = shape.isHealthy && hasAll && invariant !== undefined && hasRatio(price)

  function getSpot(): Ratio {
    const { numerator, denominator } = toRatio(isHealthy ? price : 1)
    return {
      numerator: numerator * (rates[pair[0]] || WAD),
      denominator: denominator * (rates[pair[1]] || WAD),
    }
  }

  const toUnits = (place: number) => Number(WAD) ** 2 / Number(rates[place])
  return createCoinPair({
    ...shape,
    balances,
    fee: Number((fee * 1_000_000n) / FEE_UNIT),
    isHealthy,
    spot: getSpot(),
    sell: ([from, to], amountIn) => market.sell({ from, to }, amountIn),
    buy: ([from, to], amountOut) => market.buy({ from, to }, amountOut),
    drawCurve: (indexes: Pair) =>
      stableswapCurve(float, indexes, { units: [toUnits(indexes[0]), toUnits(indexes[1])], gas }),
  })
}
