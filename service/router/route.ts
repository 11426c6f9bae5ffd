import type { Pool, PoolSwap, SwapAmounts } from '../modules/pool.ts'

/** What the executor counts shares in: this much is all of it. */
export const WHOLE_PORTION = 2n ** 64n - 1n

/** One swap of a route, in the order of execution. A search knows what each leaves behind; who executes need not. */
export interface RouteStep<Swap extends SwapAmounts = PoolSwap> {
  pool: Pool
  zeroForOne: boolean
  /** Lower case. */
  tokenIn: string
  tokenOut: string
  /** Share of what the executor then holds of `tokenIn`, of `WHOLE_PORTION`. */
  portion: bigint
  swap: Swap
}

/** Steps one after another, which together buy an exact amount. */
export interface BuyPath<Swap extends SwapAmounts = PoolSwap> {
  amountOut: bigint
  steps: readonly RouteStep<Swap>[]
}

/** What is executed. */
export interface Route<Swap extends SwapAmounts = PoolSwap> {
  /** Those that sell run in this order, each a portion of what is then held. */
  steps: readonly RouteStep<Swap>[]
  /** The same steps, when they buy: each path runs from its end, and portions are not read. */
  paths?: readonly BuyPath<Swap>[]
  amountIn: bigint
  /** Gross: before any fee. */
  amountOut: bigint
  /** Of the steps alone. */
  gas: number
}

/** A route that is settled: nothing is searched any more. */
export type FoundRoute = Route<SwapAmounts>
