/** An initialized tick of a pool. */
export interface Tick {
  index: number
  /** Liquidity of every position that starts or ends here. */
  gross: bigint
  /** Added to the active liquidity when the price crosses upwards. */
  net: bigint
  /**
   * Marks the first or last kept tick of a pool with too many. Ticks beyond are unknown, and no
   * swap reaches this tick.
   */
  isEnd?: true
}

/** Maximum number of kept ticks: several times the largest known pools, and a few megabytes. */
export const MAX_TICKS = 16_384
/** Ticks kept on each side of the price of a larger pool. */
export const SIDE_TICKS = MAX_TICKS / 2
/**
 * A pool with fewer known ticks on an incomplete side is reloaded. Only this many ticks count in
 * fingerprints.
 */
export const NEAR_TICKS = 2_048

/** Returns the index of the last tick at or below `index` in sorted ticks, or -1. */
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

/** True if ticks are missing below and above. */
export type Missing = readonly [below: boolean, above: boolean]

/**
 * Keeps all ticks, or those nearest to a price. `missing` marks incomplete sides.
 */
export function keepNearest(
  ticks: readonly Tick[],
  tick: number,
  missing: Missing = [false, false],
): readonly Tick[] {
  const isWhole = ticks.length <= MAX_TICKS
  if (isWhole && !missing[0] && !missing[1]) return ticks
  const below = lastAtOrBelow(ticks, tick) + 1
  const start = isWhole ? 0 : Math.max(0, below - SIDE_TICKS)
  const end = isWhole ? ticks.length : below + SIDE_TICKS
  const kept = ticks.slice(start, end)
  const [first, last] = [kept[0], kept.at(-1)]
  if (first && (start > 0 || missing[0])) kept[0] = { ...first, isEnd: true }
  if (last && (end < ticks.length || missing[1])) kept[kept.length - 1] = { ...last, isEnd: true }
  return kept
}

/**
 * Returns the smaller number of known ticks on incomplete sides, or Infinity if all ticks are
 * known.
 */
export function countKnown(ticks: readonly Tick[], tick: number): number {
  const below = lastAtOrBelow(ticks, tick) + 1
  const known = [ticks[0]?.isEnd && below, ticks.at(-1)?.isEnd && ticks.length - below]
  return Math.min(...known.map((count) => count ?? Number.POSITIVE_INFINITY))
}

/** Returns the ticks near a price, which identify a state whatever was dropped farther away. */
export function getNearTicks(ticks: readonly Tick[], tick: number): readonly Tick[] {
  const below = lastAtOrBelow(ticks, tick) + 1
  return ticks.slice(Math.max(0, below - NEAR_TICKS), below + NEAR_TICKS)
}

export interface LiquidityChange {
  lower: number
  upper: number
  /** Negative when liquidity is removed. */
  delta: bigint
}

/** Returns the ticks after a position changed, without modifying the given ones. */
export function withPosition(
  ticks: readonly Tick[],
  { lower, upper, delta }: LiquidityChange,
): readonly Tick[] {
  return withTick(withTick(ticks, lower, delta, delta), upper, delta, -delta)
}

function withTick(ticks: readonly Tick[], index: number, gross: bigint, net: bigint): readonly Tick[] {
  const [first, last] = [ticks[0], ticks.at(-1)]
  if ((first?.isEnd && index < first.index) || (last?.isEnd && index > last.index)) return ticks
  const position = lastAtOrBelow(ticks, index)
  const before = ticks[position]
  const exists = before?.index === index
  const tick: Tick = {
    ...(exists && before),
    index,
    gross: (exists ? before.gross : 0n) + gross,
    net: (exists ? before.net : 0n) + net,
  }
  const head = ticks.slice(0, exists ? position : position + 1)
  const tail = ticks.slice(position + 1)
  return tick.gross === 0n && !tick.isEnd ? [...head, ...tail] : [...head, tick, ...tail]
}
