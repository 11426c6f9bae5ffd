import type { Pool, PoolSwap, SwapAmounts } from '../../modules/core/pool.ts'

/** The executor's unit for shares: this is 100 %. */
export const WHOLE_PORTION = 2n ** 64n - 1n

/** One swap of a route, in the direction of the funds. A search also has the pool's state after it. */
export interface RouteStep<Swap extends SwapAmounts = PoolSwap> {
  pool: Pool
  zeroForOne: boolean
  /** Lower case. */
  tokenIn: string
  tokenOut: string
  /** Of `WHOLE_PORTION`: the share sold of the `tokenIn` held at that point, or bought of the `tokenOut` needed. */
  portion: bigint
  swap: Swap
}

/** What is executed: selling steps in order, buying steps in reverse order. */
export interface SwapPath<Swap extends SwapAmounts = PoolSwap> {
  type: 'SELL' | 'BUY'
  steps: readonly RouteStep<Swap>[]
  amountIn: bigint
  /** Gross: before any fee. */
  amountOut: bigint
  /** Of the steps alone. */
  gas: number
}

/** A route without the pools' states after each swap. */
export type FoundRoute = SwapPath<SwapAmounts>

/** Gas of the swaps of a route, without that of the transaction around them. */
export function sumGas(steps: readonly RouteStep[]): number {
  return steps.reduce((sum, { swap }) => sum + swap.gas, 0)
}

/** The gas of a route, and what its data costs besides, in units of gas. */
export function chargedGas(
  { stepDataGas = 0 }: { stepDataGas?: number | undefined },
  { gas, steps }: Pick<FoundRoute, 'gas' | 'steps'>,
): number {
  return gas + stepDataGas * steps.length
}
