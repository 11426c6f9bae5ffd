/** How many tradable pools are left of the recent maximum. */
export interface PoolLoss {
  left: number
  before: number
}

/** Compares the number of pools with the maximum of the last hour. */
export interface PoolLosses {
  count(pools: number): void
  /** Returns undefined while at least half is left. */
  loss(): PoolLoss | undefined
}

const SPAN_MS = 300_000
const SPANS = 12
/** A smaller number of pools can halve for good reasons. */
const MIN_POOLS = 10

export function createPoolLosses(nowMs: () => number = () => performance.now()): PoolLosses {
  /** The maximum of each five minutes, newest last. */
  let most: { span: number; pools: number }[] = []
  let left = 0

  return {
    count(pools) {
      left = pools
      const span = Math.floor(nowMs() / SPAN_MS)
      const newest = most.at(-1)
      if (newest?.span === span) newest.pools = Math.max(newest.pools, pools)
      else most = [...most, { span, pools }].filter((one) => one.span > span - SPANS)
    },
    loss() {
      const before = Math.max(0, ...most.map(({ pools }) => pools))
      return before >= MIN_POOLS && left < before / 2 ? { left, before } : undefined
    },
  }
}
