import { buyFrom, type Curve, type Fill, getCapacity, sellInto } from '../../modules/core/curve.ts'
import type { Pool, PoolSwap } from '../../modules/core/pool.ts'
import { INPUT, type NetworkEdge, OUTPUT } from './network.ts'
import { spotCosts, spotValues } from './spot-values.ts'

/**
 * The side a trade is asked from. An amount of one token is given, and passes from pool to pool: a sale forwards, a
 * purchase backwards. What gets to the other token is counted: as much as can be of a sale, as little of a purchase.
 */
export interface Side {
  type: 'SELL' | 'BUY'
  /** The token of which an amount is given, and the one that is counted: prices and gas are told in it. */
  given: number
  counted: number
  /** Of what is given as of what is counted: whether there is a gain in more. */
  sign: 1 | -1
  /** The end of a pool at which the amount enters, and the one at which it leaves. */
  entry: 'from' | 'to'
  exit: 'from' | 'to'
  /** Which of a pool's amounts enters, and which leaves. */
  enters: 'input' | 'output'
  leaves: 'input' | 'output'
  spotPrices(edges: readonly NetworkEdge[], tokens: number): Float64Array
  /** The most that can enter. */
  getRoom(curve: Curve): number
  enter(curve: Curve, amount: number, fill: Fill): void
  /** The same to the wei; undefined when the pool refuses. */
  swap(pool: Pool, zeroForOne: boolean, amount: bigint): PoolSwap | undefined
  left(swap: PoolSwap): bigint
}

export const SALE: Side = {
  type: 'SELL',
  given: INPUT,
  counted: OUTPUT,
  sign: 1,
  entry: 'from',
  exit: 'to',
  enters: 'input',
  leaves: 'output',
  spotPrices: (edges, tokens) => spotValues(edges, { tokens, target: OUTPUT }),
  getRoom: getCapacity,
  enter: sellInto,
  swap: (pool, zeroForOne, amount) => pool.exactInput(zeroForOne, amount),
  left: ({ amountOut }) => amountOut,
}

export const PURCHASE: Side = {
  type: 'BUY',
  given: OUTPUT,
  counted: INPUT,
  sign: -1,
  entry: 'to',
  exit: 'from',
  enters: 'output',
  leaves: 'input',
  spotPrices: (edges, tokens) => spotCosts(edges, { tokens, source: INPUT }),
  getRoom: ({ stock }) => stock,
  enter: buyFrom,
  swap: (pool, zeroForOne, amount) => pool.exactOutput(zeroForOne, amount),
  left: ({ amountIn }) => amountIn,
}
