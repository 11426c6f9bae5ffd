/**
 * Two tokens of a pool by index. Balances have 18 decimals and are multiplied by the rates of their
 * tokens.
 */
export interface Side {
  balances: readonly bigint[]
  into: number
  out: number
}

/**
 * The computation of a pool within a swap, without its fee. Throws a RangeError where the pool
 * reverts.
 */
export interface SwapMath {
  outGivenIn(side: Side, amountIn: bigint): bigint
  inGivenOut(side: Side, amountOut: bigint): bigint
}
