/** How fast something is done, over the last minute. */
export interface Rate {
  /** So much is done by now. Less than before: what was done was thrown away, and the rate begins anew. */
  add(done: number): void
  clear(): void
  /** Undefined before anything was added. */
  done(): number | undefined
  /** 0 before it is known. Until now: it falls while nothing comes. */
  perSecond(): number
  /** Undefined before the rate is known. */
  secondsUntil(goal: number): number | undefined
}

const WINDOW_MS = 60_000
/** No more than can be read through. */
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
      // The oldest that is still in the window stays.
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
