import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { Curve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolSwap, Ratio } from '../core/pool.ts'
import { type FloatMarket, getPrice, stableswapCurve } from './stableswap-curve.ts'
import { createStableswap, FEE_UNIT, type StableswapState } from './stableswap-math.ts'

const STEP_KIND = 10
/** A sale on the devnet, less what the transaction takes by itself. */
const SWAP_GAS = 150_000
const ONE = 10n ** 18n
/** Of the ratio that is the price of two coins. */
const PRICE_UNIT = 10 ** 15

export interface StableswapTerms {
  module: string
  origin: PoolOrigin
  /** Index in the executor's list. */
  source: number
  address: Address
  coins: readonly StableswapCoin[]
}

export interface StableswapCoin {
  address: Address
  /** Factor that scales an amount to 18 decimals. */
  scale: bigint
}

export interface StableswapPoolState extends StableswapState {
  /** It pays out shares, and trades no more. */
  isKilled: boolean
}

/** Indexes of two coins. */
type Pair = readonly [number, number]

/** A plain pool of Curve's StableSwap: the pool of its first two coins, with those of the other pairs. */
export function createStableswapPool(terms: StableswapTerms, state: StableswapPoolState): Pool {
  const [first = [0, 1], ...others] = getPairs(terms)
  return {
    ...createStableswapPair(terms, first, state),
    siblings: others.map((pair) => createStableswapPair(terms, pair, state)),
  }
}

/** Two coins of a pool, without the pairs beside it. */
export function createStableswapPair(terms: StableswapTerms, pair: Pair, state: StableswapPoolState): Pool {
  const { coins } = terms
  const { balances, fee } = state
  const scales = coins.map(({ scale }) => scale)
  const market = createStableswap(scales, state)
  const [coin0, coin1] = [getCoin(terms, pair[0]), getCoin(terms, pair[1])]
  const identity: PoolIdentity = {
    address: terms.address,
    tokens: [coin0.address, coin1.address],
    fee: Number((fee * 1_000_000n) / FEE_UNIT),
    tickSpacing: 0,
  }
  const invariant = market.getInvariant()
  const hasAll = state.amplification > 0n && fee < FEE_UNIT && balances.every((balance) => balance > 0n)
  const isHealthy = !state.isKilled && hasAll && invariant !== undefined
  const float: FloatMarket = {
    balances: market.scaled.map((each) => Number(each) / Number(ONE)),
    ann: Number(state.amplification) * coins.length,
    invariant: Number(invariant ?? 0n) / Number(ONE),
  }
  const curves = new Map<boolean, Curve>()

  const toPlaces = (zeroForOne: boolean): Pair => (zeroForOne ? pair : [pair[1], pair[0]])

  function moved(zeroForOne: boolean, amountIn: bigint): PoolSwap | undefined {
    const [from, to] = toPlaces(zeroForOne)
    const sold = isHealthy ? market.sell({ from, to }, amountIn) : undefined
    if (!sold || sold.amountOut === 0n) return undefined
    return {
      amountIn,
      amountOut: sold.amountOut,
      gas: SWAP_GAS,
      after: (of) =>
        createStableswapPair(terms, of ? findPair(terms, of.tokens) : pair, { ...state, ...sold.after }),
    }
  }

  function getSpot(): Ratio {
    const [x = 0, y = 0] = pair.map((place) => float.balances[place])
    const price = isHealthy ? getPrice(float, pair, x, y) : 1
    return {
      numerator: BigInt(Math.round(price * PRICE_UNIT)) * coin0.scale,
      denominator: BigInt(PRICE_UNIT) * coin1.scale,
    }
  }

  return {
    identity,
    address: identity.address,
    module: terms.module,
    origin: terms.origin,
    step: (zeroForOne) => ({
      kind: STEP_KIND,
      source: terms.source,
      data: encodeCoins(toPlaces(zeroForOne), scales),
    }),
    tokens: identity.tokens,
    fee: identity.fee,
    depth: [balances[pair[0]] ?? 0n, balances[pair[1]] ?? 0n],
    isHealthy,
    spot: getSpot(),
    swapGas: SWAP_GAS,

    exactInput: (zeroForOne, amountIn) => (amountIn > 0n ? moved(zeroForOne, amountIn) : undefined),

    exactOutput(zeroForOne, amountOut) {
      const [from, to] = toPlaces(zeroForOne)
      const amountIn = amountOut > 0n && isHealthy ? market.buy({ from, to }, amountOut) : undefined
      const swap = amountIn === undefined ? undefined : moved(zeroForOne, amountIn)
      return swap && { ...swap, amountOut }
    },

    curve(zeroForOne) {
      if (!isHealthy) return undefined
      const toUnit = ({ scale }: StableswapCoin) => Number(ONE / scale)
      const units = zeroForOne ? ([coin0, coin1] as const) : ([coin1, coin0] as const)
      const curve =
        curves.get(zeroForOne) ??
        stableswapCurve(float, toPlaces(zeroForOne), {
          units: [toUnit(units[0]), toUnit(units[1])],
          kept: 1 - Number(fee) / Number(FEE_UNIT),
          gas: SWAP_GAS,
        })
      curves.set(zeroForOne, curve)
      return curve
    },

    advance() {
      return this
    },

    fingerprint: () => [...balances, state.amplification, fee, state.adminFee, state.isKilled].join(' '),
    record: () => ({ kind: 'stableswap', args: [terms, pair, state] }),
  }
}

/** `abi.encode(StableSwap.Coins)`. */
function encodeCoins([from, to]: Pair, scales: readonly bigint[]): Hex {
  const [struct, list] = [32n, 96n]
  const words = [struct, BigInt(from), BigInt(to), list, BigInt(scales.length), ...scales]
  return `0x${words.map(encodeWord).join('')}`
}

function getCoin({ address, coins }: StableswapTerms, index: number): StableswapCoin {
  const coin = coins[index]
  if (!coin) throw new Error(`The pool ${address} has no coin ${index}`)
  return coin
}

function findPair(terms: StableswapTerms, tokens: Pool['tokens']): Pair {
  const pair = getPairs(terms).find((places) =>
    places.every((place, k) => getCoin(terms, place).address === tokens[k]),
  )
  if (!pair) throw new Error(`The pool ${terms.address} has no pair of ${tokens.join(' and ')}`)
  return pair
}

function getPairs({ coins }: StableswapTerms): Pair[] {
  return coins.flatMap((_, i) => coins.slice(i + 1).map((_, k) => [i, i + 1 + k] as const))
}
