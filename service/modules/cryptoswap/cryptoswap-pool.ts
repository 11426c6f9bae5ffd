import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { checked } from '../core/checked.ts'
import {
  type CoinParams,
  createCoinPair,
  encodePoolStep,
  getPairs,
  hasRatio,
  type Pair,
  toRatio,
} from '../core/coin-pair.ts'
import type { Pool, Ratio, WatchedCall } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { type CryptoCode, getTradedBounds } from './crypto-code.ts'
import { cryptoswapCurve, type FloatCryptoswap, getPrice } from './cryptoswap-curve.ts'
import { createCryptoswap, FEE_UNIT } from './cryptoswap-math.ts'
import type { CryptoswapState } from './cryptoswap-state.ts'

/**
 * Gas of Curve's own code by number of coins: a sale, and the executor's queries before a purchase.
 */
const SWAP_GAS = { 2: 158_000, 3: 165_000 }
const PURCHASE_GAS = { 2: 115_000, 3: 130_000 }
const PRECISION = 10_000

/** A pool is reloaded after any of these logs, for any number of coins and version. */
export const outdatingTopics = [
  'TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)',
  'AddLiquidity(address,uint256[2],uint256,uint256,uint256)',
  'AddLiquidity(address,uint256[3],uint256,uint256,uint256)',
  'RemoveLiquidity(address,uint256[2],uint256)',
  'RemoveLiquidity(address,uint256[3],uint256)',
  'RemoveLiquidityOne(address,uint256,uint256,uint256,uint256,uint256)',
  'RemoveLiquidityImbalance(address,uint256,uint256[2],uint256,uint256)',
  'NewParameters(uint256,uint256,uint256,uint256,uint256,uint256)',
  'NewParameters(uint256,uint256,uint256,uint256,uint256,uint256,uint256)',
  'RampAgamma(uint256,uint256,uint256,uint256,uint256,uint256)',
  'StopRampA(uint256,uint256,uint256)',
  'ClaimAdminFee(address,uint256)',
  'ClaimAdminFee(address,uint256[2])',
  'ClaimAdminFee(address,uint256[3])',
].map((event) => toEventSelector(event))

const outdating: ReadonlySet<string | undefined> = new Set(outdatingTopics)

export interface CryptoswapParams extends CoinParams {
  code: CryptoCode
  coins: readonly CryptoswapCoin[]
}

export interface CryptoswapCoin {
  address: CoinParams['address']
  /** Factor that scales an amount to 18 decimals. */
  precision: bigint
}

export interface CryptoswapPoolState extends CryptoswapState {
  /**
   * Watches amplification and gamma while they ramp, and values that a fee claim changes without a
   * log.
   */
  watched: readonly WatchedCall[]
  /**
   * True if its results were verified against this arithmetic. A pool without liquidity returns
   * nothing.
   */
  isProven: boolean
  /** True if the pool holds its accounted balances. */
  isCovered: boolean
  /**
   * True if a log showed a change without its result, or a trade may have moved the price scale.
   */
  isOutdated: boolean
}

/**
 * Creates a Curve CryptoSwap pool of two or three coins: the pool of its first two coins, with the
 * other pairs as siblings.
 */
export function createCryptoswapPool(params: CryptoswapParams, state: CryptoswapPoolState): Pool {
  const [first = [0, 1], ...others] = getPairs(params)
  return {
    ...createCryptoswapPair(params, first, state),
    siblings: others.map((pair) => createCryptoswapPair(params, pair, state)),
    isOutdated: state.isOutdated,
    watched: state.watched,
    advance({ topics }) {
      if (state.isOutdated || !outdating.has(topics[0])) return this
      return createCryptoswapPool(params, { ...state, isOutdated: true })
    },
  }
}

/** Creates the pool of two coins, without the other pairs. */
export function createCryptoswapPair(params: CryptoswapParams, pair: Pair, state: CryptoswapPoolState): Pool {
  const { coins, code } = params
  const { balances, midFee, priceScale } = state
  const market = createCryptoswap(
    code,
    coins.map(({ precision }) => precision),
    state,
  )
  const scaled = market.getScaled()
  const invariant = market.getInvariant()
  const hasAll = midFee < FEE_UNIT && state.supply > 0n && balances.every((balance) => balance > 0n)
  const bounds = checked(() => getTradedBounds(code, state.gamma))
  const isTraded = state.isProven && state.isCovered && !state.isOutdated && hasAll
  const whole = Number(invariant ?? 0n) / Number(WAD)
  const [least, most] = bounds ?? [0n, 0n]
  const float: FloatCryptoswap = {
    balances: (scaled ?? []).map((each) => Number(each) / Number(WAD)),
    amplification: Number(state.amplification) / PRECISION,
    gamma: Number(state.gamma) / Number(WAD),
    invariant: whole,
    bounds: [(Number(least) / Number(WAD)) * whole, (Number(most) / Number(WAD)) * whole],
    midFee: Number(midFee) / Number(FEE_UNIT),
    outFee: Number(state.outFee) / Number(FEE_UNIT),
    feeGamma: Number(state.feeGamma) / Number(WAD),
  }
  const price = getPrice(float, pair)
  const isHealthy = isTraded && Boolean(scaled && invariant && bounds) && hasRatio(price)
  const gas = SWAP_GAS[code.count]

  /** Returns the value of 10 ** 18 base units of a coin in the first coin. */
  const getRate = (index: number) => (priceScale[index] ?? 0n) * (coins[index]?.precision ?? 0n) || WAD

  function getSpot(): Ratio {
    const { numerator, denominator } = toRatio(isHealthy ? price : 1)
    return { numerator: numerator * getRate(pair[0]), denominator: denominator * getRate(pair[1]) }
  }

  const toUnits = (index: number) => Number(WAD) ** 2 / Number(getRate(index))
  return createCoinPair<CryptoswapState | undefined>({
    ...{ params, pair, balances, isHealthy, gas },
    purchaseGas: PURCHASE_GAS[code.count],
    fee: Number((midFee * 1_000_000n) / FEE_UNIT),
    spot: getSpot(),
    sell: market.sell,
    buy: market.buy,
    drawCurve: (coinIndexes) =>
      cryptoswapCurve(float, coinIndexes, { units: [toUnits(coinIndexes[0]), toUnits(coinIndexes[1])], gas }),
    step: { kind: STEP_KINDS.cryptoSwap, encode: (indexes) => encodePoolStep(params, indexes) },
    withState: (next, of) =>
      createCryptoswapPair(params, of, next ? { ...state, ...next } : { ...state, isOutdated: true }),
    fingerprint: () => getFingerprint(state),
    record: () => ({ kind: 'cryptoswap', args: [params, pair, state] }),
  })
}

/**
 * Contains everything that quotes depend on. Excludes `isSteady`, which may change over time, and
 * `isCovered`, which a coin may change: an audit would mistake either for a missed log.
 */
function getFingerprint(state: CryptoswapPoolState): string {
  const { balances, priceScale, watched: _, isSteady: __, isCovered: ___, ...rest } = state
  return [...balances, ...priceScale, ...Object.values(rest)].join(' ')
}
