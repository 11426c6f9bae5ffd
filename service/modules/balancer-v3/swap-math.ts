/** Two tokens of a pool, by their places. Balances have 18 decimals, and are multiplied by the rates of their tokens. */
export interface Side {
  balances: readonly bigint[]
  into: number
  out: number
}

/** What a pool computes within a swap, without its fee. Throws RangeError where the pool reverts. */
export interface SwapMath {
  outGivenIn(side: Side, amountIn: bigint): bigint
  inGivenOut(side: Side, amountOut: bigint): bigint
}
