import type { Pool, PoolSwap } from '../modules/pool.ts'

/** What the executor counts shares in: this much is all of it. */
export const WHOLE_PORTION = 2n ** 64n - 1n

/** One swap of a route, in the order of execution. */
export interface RouteStep {
  pool: Pool
  zeroForOne: boolean
  /** Lower case. */
  tokenIn: string
  tokenOut: string
  /** Share of what the executor then holds of `tokenIn`, of `WHOLE_PORTION`. */
  portion: bigint
  swap: PoolSwap
}

/** Steps one after another, which together buy an exact amount. */
export interface BuyPath {
  amountOut: bigint
  steps: readonly RouteStep[]
}

/** What is executed. */
export interface Route {
  /** Those that sell run in this order, each a portion of what is then held. */
  steps: readonly RouteStep[]
  /** The same steps, when they buy: each path runs from its end, and portions are not read. */
  paths?: readonly BuyPath[]
  amountIn: bigint
  /** Gross: before any fee. */
  amountOut: bigint
  /** Of the steps alone. */
  gas: number
}
