/** Measures progress over the last minute. */
export interface Rate {
  /**
   * Records the total progress. A lower total than before means that the work restarted, and resets
   * the rate.
   */
  add(done: number): void
  clear(): void
  /** Returns undefined before the first `add`. */
  done(): number | undefined
  /** Returns 0 before the second `add`. The rate falls while no progress is added. */
  perSecond(): number
  /** Returns undefined without a rate. */
  secondsUntil(goal: number): number | undefined
}

const WINDOW_MS = 60_000
/** Limits the cost of a scan. */
const MAX_SAMPLES = 4_000

export function createRate(nowMs: () => number): Rate {
  let samples: { done: number; at: number }[] = []

  const getDone = () => samples.at(-1)?.done

  function perSecond(): number {
    const [first] = samples
    if (!first) return 0
    const seconds = (nowMs() - first.at) / 1000
    return seconds > 0 ? ((getDone() ?? 0) - first.done) / seconds : 0
  }

  return {
    add(done) {
      const at = nowMs()
      if (done < (getDone() ?? 0)) samples = []
      samples.push({ done, at })
      // Keeps the newest sample before the window, so that the rate covers the whole window.
      while (samples.length > 2 && (at - (samples[1]?.at ?? at) > WINDOW_MS || samples.length > MAX_SAMPLES))
        samples.shift()
    },
    clear() {
      samples = []
    },
    done: getDone,
    perSecond,
    secondsUntil(goal) {
      const [done, rate] = [getDone(), perSecond()]
      return done !== undefined && rate > 0 ? Math.ceil((goal - done) / rate) : undefined
    },
  }
}
