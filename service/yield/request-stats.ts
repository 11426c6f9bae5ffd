export interface RequestCounts {
  /** Number of requests to the three endpoints since the start. */
  total: number
  averageSeconds: number
  underWay: number
  /** Finished requests of the last five minutes. */
  recent: { total: number; errorPercent: number }
}

/** Counts the requests of the three POST endpoints. */
export interface RequestStats {
  /** Counts a new request. Returns a function to call with the outcome. */
  begin(): (outcome: Outcome) => void
  counts(): RequestCounts
}

/** Requests refused for invalid input or overload do not count in the error rate. */
export type Outcome = 'answered' | 'refused' | 'failed'

const WINDOW_MS = 300_000
const SLICE_MS = 5_000

export function createRequestStats(nowMs: () => number): RequestStats {
  let [total, totalMs, finished, underWay] = [0, 0, 0, 0]
  /** Oldest first. */
  const slices: { startMs: number; answered: number; failed: number }[] = []

  function prune(): void {
    const oldest = nowMs() - WINDOW_MS
    while (slices[0] && slices[0].startMs + SLICE_MS <= oldest) slices.shift()
  }

  function sliceNow() {
    prune()
    const now = nowMs()
    const last = slices.at(-1)
    if (last && now < last.startMs + SLICE_MS) return last
    const next = { startMs: now, answered: 0, failed: 0 }
    slices.push(next)
    return next
  }

  return {
    begin() {
      const startMs = nowMs()
      total += 1
      underWay += 1
      return (outcome) => {
        underWay -= 1
        finished += 1
        totalMs += nowMs() - startMs
        if (outcome !== 'refused') sliceNow()[outcome] += 1
      }
    },
    counts() {
      prune()
      const failed = slices.reduce((sum, slice) => sum + slice.failed, 0)
      const recent = slices.reduce((sum, slice) => sum + slice.answered, failed)
      return {
        total,
        averageSeconds: finished === 0 ? 0 : totalMs / finished / 1000,
        underWay,
        recent: { total: recent, errorPercent: recent === 0 ? 0 : (100 * failed) / recent },
      }
    },
  }
}
