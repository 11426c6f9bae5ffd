import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { Curve } from './curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolRecord, PoolSwap, Ratio } from './pool.ts'

/** Indexes of two coins of a pool. For a trade, the sold and the bought coin. */
export type Pair = readonly [number, number]

/** A pool of several coins. */
export interface CoinParams {
  module: string
  origin: PoolOrigin
  /** Index in the executor's list. */
  source: number
  address: Address
  coins: readonly { address: Address }[]
}

/** Two coins of a pool that trades by coin index. */
export interface CoinPair<State> {
  params: CoinParams
  pair: Pair
  /** Balances of all coins. */
  balances: readonly bigint[]
  /** The minimum fee, in hundredths of a bip. */
  fee: number
  isHealthy: boolean
  gas: number
  /** Additional gas of a purchase for the input search. Default: 0. */
  purchaseGas?: number
  /** Price of the first coin of the pair in the second before the fee, in base units. */
  spot: Ratio
  /** Returns undefined if the contract reverts. */
  sell(indexes: Pair, amountIn: bigint): { amountOut: bigint; after: State } | undefined
  /** Returns an input that yields at least this amount. */
  buy(indexes: Pair, amountOut: bigint): bigint | undefined
  drawCurve(indexes: Pair): Curve | undefined
  step: { kind: number; encode(indexes: Pair): Hex }
  /** Returns two coins of the pool after a trade. */
  withState(state: State, pair: Pair): Pool
  fingerprint(): string
  record(): PoolRecord
}

/** Creates the pool of two coins, without the other pairs. */
export function createCoinPair<State>(shape: CoinPair<State>): Pool {
  const { params, pair, balances, isHealthy, gas, purchaseGas = 0 } = shape
  const identity: PoolIdentity = {
    address: params.address,
    tokens: [getCoin(params, pair[0]), getCoin(params, pair[1])],
    fee: shape.fee,
    tickSpacing: 0,
  }
  const curves = new Map<boolean, Curve | undefined>()

  const toIndexes = (zeroForOne: boolean): Pair => (zeroForOne ? pair : [pair[1], pair[0]])

  function trade(zeroForOne: boolean, amountIn: bigint): PoolSwap | undefined {
    const sold = isHealthy ? shape.sell(toIndexes(zeroForOne), amountIn) : undefined
    if (!sold || sold.amountOut === 0n) return undefined
    return {
      amountIn,
      amountOut: sold.amountOut,
      gas,
      after: (of) => shape.withState(sold.after, of ? findPair(params, of.tokens) : pair),
    }
  }

  return {
    identity,
    address: identity.address,
    module: params.module,
    origin: params.origin,
    step: (zeroForOne) => ({
      kind: shape.step.kind,
      source: params.source,
      data: shape.step.encode(toIndexes(zeroForOne)),
    }),
    tokens: identity.tokens,
    fee: identity.fee,
    depth: [balances[pair[0]] ?? 0n, balances[pair[1]] ?? 0n],
    isHealthy,
    spot: shape.spot,
    swapGas: gas,

    exactInput: (zeroForOne, amountIn) => (amountIn > 0n ? trade(zeroForOne, amountIn) : undefined),

    exactOutput(zeroForOne, amountOut) {
      const amountIn = amountOut > 0n && isHealthy ? shape.buy(toIndexes(zeroForOne), amountOut) : undefined
      const swap = amountIn === undefined ? undefined : trade(zeroForOne, amountIn)
      return swap && { ...swap, amountOut, gas: gas + purchaseGas }
    },

    curve(zeroForOne) {
      if (!isHealthy) return undefined
      if (!curves.has(zeroForOne)) {
        const drawn = shape.drawCurve(toIndexes(zeroForOne))
        curves.set(zeroForOne, drawn && { ...drawn, purchaseGas })
      }
      return curves.get(zeroForOne)
    },

    advance() {
      return this
    },

    fingerprint: shape.fingerprint,
    record: shape.record,
  }
}

export function getPairs({ coins }: Pick<CoinParams, 'coins'>): Pair[] {
  return coins.flatMap((_, i) => coins.slice(i + 1).map((_, k) => [i, i + 1 + k] as const))
}

/** The smaller side of a price ratio. */
const PRICE_UNIT = 10 ** 15

/** Checks whether `toRatio` can represent a price. */
export function hasRatio(price: number): boolean {
  return price > 0 && Number.isFinite(price * PRICE_UNIT) && Number.isFinite(PRICE_UNIT / price)
}

/** Rounds the larger side, so that a price far from one keeps as many digits as one near it. */
export function toRatio(price: number): Ratio {
  const unit = BigInt(PRICE_UNIT)
  return price < 1
    ? { numerator: unit, denominator: BigInt(Math.round(PRICE_UNIT / price)) }
    : { numerator: BigInt(Math.round(price * PRICE_UNIT)), denominator: unit }
}

/** Encodes the data of a step that names its pool: `abi.encode(pool, from, to)`. */
export function encodePoolStep({ address }: Pick<CoinParams, 'address'>, [from, to]: Pair): Hex {
  return `0x${[BigInt(address), BigInt(from), BigInt(to)].map(encodeWord).join('')}`
}

function getCoin({ address, coins }: CoinParams, index: number): Address {
  const coin = coins[index]
  if (!coin) throw new Error(`The pool ${address} has no coin ${index}`)
  return coin.address
}

function findPair(params: CoinParams, tokens: Pool['tokens']): Pair {
  const pair = getPairs(params).find((indexes) =>
    indexes.every((index, k) => getCoin(params, index) === tokens[k]),
  )
  if (!pair) throw new Error(`The pool ${params.address} has no pair of ${tokens.join(' and ')}`)
  return pair
}
