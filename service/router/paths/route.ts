import type { Pool, PoolSwap, SwapAmounts } from '../../modules/core/pool.ts'

/** What the executor counts shares in: this much is all of it. */
export const WHOLE_PORTION = 2n ** 64n - 1n

/** One swap of a route, the way the money goes. A search knows what each leaves behind; who executes need not. */
export interface RouteStep<Swap extends SwapAmounts = PoolSwap> {
  pool: Pool
  zeroForOne: boolean
  /** Lower case. */
  tokenIn: string
  tokenOut: string
  /** Of `WHOLE_PORTION`: the share it sells of what is then held of `tokenIn`, or buys of what is needed of `tokenOut`. */
  portion: bigint
  swap: Swap
}

/** What is executed: steps that sell in their order, steps that buy in the reverse of it. */
export interface SwapPath<Swap extends SwapAmounts = PoolSwap> {
  type: 'SELL' | 'BUY'
  steps: readonly RouteStep<Swap>[]
  amountIn: bigint
  /** Gross: before any fee. */
  amountOut: bigint
  /** Of the steps alone. */
  gas: number
}

/** A route that is settled: nothing is searched any more. */
export type FoundRoute = SwapPath<SwapAmounts>
