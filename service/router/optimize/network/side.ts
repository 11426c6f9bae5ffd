import { buyFrom, type Curve, type Fill, getCapacity, sellInto } from '../../../modules/core/curve.ts'
import type { Pool, PoolSwap } from '../../../modules/core/pool.ts'
import type { Edge } from '../../market/market.ts'
import { INPUT, type NetworkEdge, OUTPUT } from './network.ts'
import { spotCosts, spotValues } from './spot-values.ts'

/**
 * Sale or purchase. The amount of one token is given and passes from pool to pool: forwards for a
 * sale, backwards for a purchase. The amount of the other token is counted: maximized for a sale,
 * minimized for a purchase.
 */
export interface Side {
  type: 'SELL' | 'BUY'
  /** The token whose amount is given, and the one that is counted; prices and gas are in the latter. */
  given: number
  counted: number
  /** The sign of the given and of the counted amount: 1 if more is better. */
  sign: 1 | -1
  /** The end of a pool at which the amount enters, and the one at which it leaves. */
  entry: 'from' | 'to'
  exit: 'from' | 'to'
  /** Which of a pool's amounts enters, and which leaves. */
  enters: 'input' | 'output'
  leaves: 'input' | 'output'
  spotPrices(edges: readonly NetworkEdge[], tokens: number): Float64Array
  /** The part of a pool's curve that it can use. */
  usable(edge: Edge): Curve | undefined
  /** Maximum amount that can enter. */
  maxEntry(curve: Curve): number
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
  usable: ({ curve }) => curve,
  maxEntry: getCapacity,
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
  usable: (edge) => edge.bought(),
  maxEntry: ({ stock }) => stock,
  enter: buyFrom,
  swap: (pool, zeroForOne, amount) => pool.exactOutput(zeroForOne, amount),
  left: ({ amountIn }) => amountIn,
}
