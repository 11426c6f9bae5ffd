import type { Pool, PoolSwap, SwapAmounts } from '../../modules/core/pool.ts'

/** 100 % in the executor's unit of shares. */
export const WHOLE_PORTION = 2n ** 64n - 1n

/**
 * One swap of a route, in the direction of the funds. During a search it includes the pool's state
 * after the swap.
 */
export interface RouteStep<Swap extends SwapAmounts = PoolSwap> {
  pool: Pool
  zeroForOne: boolean
  /** In lower case. */
  tokenIn: string
  tokenOut: string
  /**
   * A share of `WHOLE_PORTION`: of the `tokenIn` held at that point for a sale, of the `tokenOut`
   * still needed for a purchase.
   */
  portion: bigint
  swap: Swap
}

/** An executable route. Steps of a sale execute in order, steps of a purchase in reverse order. */
export interface SwapPath<Swap extends SwapAmounts = PoolSwap> {
  type: 'SELL' | 'BUY'
  steps: readonly RouteStep<Swap>[]
  amountIn: bigint
  /** Gross amount, before any fee. */
  amountOut: bigint
  /** Gas of the steps only. */
  gas: number
}

/** A route without the pools' states after each swap. */
export type FoundRoute = SwapPath<SwapAmounts>

/** Returns the gas of a route's swaps, without the transaction around them. */
export function sumGas(steps: readonly RouteStep[]): number {
  return steps.reduce((sum, { swap }) => sum + swap.gas, 0)
}

/** Returns the gas of a route plus the cost of its data, in units of gas. */
export function chargedGas(
  { stepDataGas = 0 }: { stepDataGas?: number | undefined },
  { gas, steps }: Pick<FoundRoute, 'gas' | 'steps'>,
): number {
  return gas + stepDataGas * steps.length
}
