export const MIN_TICK = -887_272
export const MAX_TICK = 887_272
/** Price limits of a swap: one unit inside the contract's range, as in the executor. */
export const MIN_SQRT_PRICE_LIMIT = 4_295_128_740n
export const MAX_SQRT_PRICE_LIMIT = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n

/** `sqrt(1.0001^-(2^i)) * 2^128` for each bit of a tick. */
const FACTORS = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
] as const

const ONE = 1n << 128n
const MAX_UINT256 = (1n << 256n) - 1n
const LOW_BITS = (1n << 32n) - 1n

/** Returns the square root of the price at a tick times 2^96, equal to the contract's. */
export function sqrtPriceAtTick(tick: number): bigint {
  const magnitude = Math.abs(tick)
  let ratio = ONE
  for (const [bit, factor] of FACTORS.entries()) {
    if (magnitude & (1 << bit)) ratio = (ratio * factor) >> 128n
  }
  if (tick > 0) ratio = MAX_UINT256 / ratio
  return (ratio >> 32n) + ((ratio & LOW_BITS) === 0n ? 0n : 1n)
}

/** Caches the price of each tick, because swaps reuse the same ticks and word ends. */
export function createSqrtPrices(): (tick: number) => bigint {
  const known = new Map<number, bigint>()
  return (tick) => {
    const before = known.get(tick)
    if (before !== undefined) return before
    const price = sqrtPriceAtTick(tick)
    known.set(tick, price)
    return price
  }
}

/**
 * Returns the greatest tick whose price is at most `sqrtPrice`, searching between two enclosing
 * ticks.
 */
export function tickAtSqrtPrice(sqrtPrice: bigint, low = MIN_TICK, high = MAX_TICK): number {
  let at = low
  let above = high + 1
  while (above - at > 1) {
    const middle = (at + above) >> 1
    if (sqrtPriceAtTick(middle) <= sqrtPrice) at = middle
    else above = middle
  }
  return at
}
