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

/** What is executed. A single path now; splits are further steps with smaller portions. */
export interface Route {
  steps: readonly RouteStep[]
  amountIn: bigint
  /** Gross: before any fee. */
  amountOut: bigint
  /** Of the steps alone. */
  gas: number
}
