const Q96 = 96n
const UINT256_BITS = 256n

export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/** Returns the amount of token 0 between two prices, `low < high`. */
export function amount0Between(low: bigint, high: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const product = (liquidity << Q96) * (high - low)
  return roundUp ? divideUp(divideUp(product, high), low) : product / high / low
}

/** Returns the amount of token 1 between two prices, `low < high`. */
export function amount1Between(low: bigint, high: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const product = liquidity * (high - low)
  const amount = product >> Q96
  return roundUp && amount << Q96 !== product ? amount + 1n : amount
}

/** Returns the price after the input `amountIn`, net of the fee. Liquidity must not be 0. */
export function priceAfterInput(
  price: bigint,
  liquidity: bigint,
  amountIn: bigint,
  zeroForOne: boolean,
): bigint {
  if (!zeroForOne) return price + (amountIn << Q96) / liquidity
  if (amountIn === 0n) return price
  const numerator = liquidity << Q96
  const product = amountIn * price
  const denominator = numerator + product
  // On a 256-bit overflow the contract uses a less precise formula with another rounding.
  if (product >> UINT256_BITS === 0n && denominator >> UINT256_BITS === 0n) {
    return divideUp(numerator * price, denominator)
  }
  return divideUp(numerator, numerator / price + amountIn)
}

/**
 * Returns the price after the output `amountOut`, which must be less than the range holds.
 * Liquidity must not be 0.
 */
export function priceAfterOutput(
  price: bigint,
  liquidity: bigint,
  amountOut: bigint,
  zeroForOne: boolean,
): bigint {
  if (zeroForOne) return price - divideUp(amountOut << Q96, liquidity)
  const numerator = liquidity << Q96
  return divideUp(numerator * price, numerator - amountOut * price)
}
