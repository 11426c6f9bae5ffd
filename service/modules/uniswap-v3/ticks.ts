/** An initialized tick of a pool. */
export interface Tick {
  index: number
  /** Liquidity of every position that starts or ends here. */
  gross: bigint
  /** What is added to the active liquidity when the price crosses upwards. */
  net: bigint
}

/** Of a pool that is traded in: several times what the largest pools have, and a few megabytes. */
export const MAX_TICKS = 16_384

/** Position of the last tick at or below `index`; -1 when there is none. `ticks` are sorted. */
export function lastAtOrBelow(ticks: readonly Tick[], index: number): number {
  let low = 0
  let high = ticks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ticks[middle] as Tick).index <= index) low = middle + 1
    else high = middle
  }
  return low - 1
}

export interface LiquidityChange {
  lower: number
  upper: number
  /** Negative when liquidity leaves. */
  delta: bigint
}

/** The ticks after a position has grown or shrunk; the given ones are left alone. */
export function withPosition(ticks: readonly Tick[], { lower, upper, delta }: LiquidityChange): Tick[] {
  return withTick(withTick(ticks, lower, delta, delta), upper, delta, -delta)
}

function withTick(ticks: readonly Tick[], index: number, gross: bigint, net: bigint): Tick[] {
  const position = lastAtOrBelow(ticks, index)
  const before = ticks[position]
  const exists = before?.index === index
  const tick = {
    index,
    gross: (exists ? before.gross : 0n) + gross,
    net: (exists ? before.net : 0n) + net,
  }
  const head = ticks.slice(0, exists ? position : position + 1)
  const tail = ticks.slice(position + 1)
  return tick.gross === 0n ? [...head, ...tail] : [...head, tick, ...tail]
}
