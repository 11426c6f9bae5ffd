import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../lib/step-kinds.ts'
import { checked } from '../core/checked.ts'
import {
  type CoinTerms,
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
import { type CryptoswapState, createCryptoswap, FEE_UNIT } from './cryptoswap-math.ts'

/** Of Curve's own code, by the number of coins: a sale, and what the executor asks of a pool before a purchase. */
const SWAP_GAS = { 2: 158_000, 3: 165_000 }
const PURCHASE_GAS = { 2: 115_000, 3: 130_000 }
const PRECISION = 10_000

/** After any of these, of any number of coins and either generation, a pool is read anew. */
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

export interface CryptoswapTerms extends CoinTerms {
  code: CryptoCode
  coins: readonly CryptoswapCoin[]
}

export interface CryptoswapCoin {
  address: CoinTerms['address']
  /** Factor that scales an amount to 18 decimals. */
  precision: bigint
}

export interface CryptoswapPoolState extends CryptoswapState {
  /** The amplification and gamma while they move, and their end; what a claim of fees changes without a log. */
  watched: readonly WatchedCall[]
  /** Whether it was seen to answer as this arithmetic does: a pool without liquidity answers nothing. */
  isProven: boolean
  /** Whether it holds what it counts. */
  isCovered: boolean
  /** Whether a log told of a change and not what it came to, or a trade did that may have moved its price scale. */
  isOutdated: boolean
}

/** A pool of Curve's CryptoSwap, of two coins or three: the pool of its first two coins, with those of the other pairs. */
export function createCryptoswapPool(terms: CryptoswapTerms, state: CryptoswapPoolState): Pool {
  const [first = [0, 1], ...others] = getPairs(terms)
  return {
    ...createCryptoswapPair(terms, first, state),
    siblings: others.map((pair) => createCryptoswapPair(terms, pair, state)),
    isOutdated: state.isOutdated,
    watched: state.watched,
    advance({ topics }) {
      if (state.isOutdated || !outdating.has(topics[0])) return this
      return createCryptoswapPool(terms, { ...state, isOutdated: true })
    },
  }
}

/** Two coins of a pool, without the pairs beside it. */
export function createCryptoswapPair(terms: CryptoswapTerms, pair: Pair, state: CryptoswapPoolState): Pool {
  const { coins, code } = terms
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

  /** What 10 ** 18 base units of a coin count for in the first one. */
  const getRate = (place: number) => (priceScale[place] ?? 0n) * (coins[place]?.precision ?? 0n) || WAD

  function getSpot(): Ratio {
    const { numerator, denominator } = toRatio(isHealthy ? price : 1)
    return { numerator: numerator * getRate(pair[0]), denominator: denominator * getRate(pair[1]) }
  }

  const toUnits = (place: number) => Number(WAD) ** 2 / Number(getRate(place))
  return createCoinPair<CryptoswapState | undefined>({
    ...{ terms, pair, balances, isHealthy, gas },
    purchaseGas: PURCHASE_GAS[code.count],
    fee: Number((midFee * 1_000_000n) / FEE_UNIT),
    spot: getSpot(),
    sell: market.sell,
    buy: market.buy,
    drawCurve: (places) =>
      cryptoswapCurve(float, places, { units: [toUnits(places[0]), toUnits(places[1])], gas }),
    step: { kind: STEP_KINDS.cryptoSwap, encode: (indexes) => encodePoolStep(terms, indexes) },
    withState: (next, of) =>
      createCryptoswapPair(terms, of, next ? { ...state, ...next } : { ...state, isOutdated: true }),
    fingerprint: () => getFingerprint(state),
    record: () => ({ kind: 'cryptoswap', args: [terms, pair, state] }),
  })
}

/**
 * All that a quote or refusal follows from; not `isSteady`, which time alone may change, nor `isCovered`, which a coin may: an audit
 * would take either for a log that was missed.
 */
function getFingerprint(state: CryptoswapPoolState): string {
  const { balances, priceScale, watched: _, isSteady: __, isCovered: ___, ...rest } = state
  return [...balances, ...priceScale, ...Object.values(rest)].join(' ')
}
