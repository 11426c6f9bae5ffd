/** How far the announcements of a chain's pools are read. */
export interface DiscoveryProgress {
  block: number
  toBlock: number
  blocksPerSecond: number
  /** Undefined before the rate is known. */
  secondsLeft: number | undefined
}

/** Told of what is read; tells the rate. */
export interface DiscoveryWatch {
  moved(block: number, toBlock: number): void
  ended(): void
  /** Undefined while nothing is read. */
  progress(): DiscoveryProgress | undefined
}

/** Reading that ends sooner is not reported. */
const FIRST_REPORT_MS = 5_000
const REPORT_EVERY_MS = 30_000
/** Time over which the rate is taken. */
const WINDOW_MS = 60_000

export function createDiscoveryWatch(
  report: (progress: DiscoveryProgress) => void,
  nowMs = () => performance.now(),
): DiscoveryWatch {
  let samples: { block: number; at: number }[] = []
  let toBlock = 0
  let reportAt = 0

  function progress(): DiscoveryProgress | undefined {
    const [first, last] = [samples[0], samples.at(-1)]
    if (!first || !last) return undefined
    // Until now: it falls while nothing comes.
    const seconds = (nowMs() - first.at) / 1000
    const rate = seconds > 0 ? (last.block - first.block) / seconds : 0
    return {
      block: last.block,
      toBlock,
      blocksPerSecond: Math.round(rate),
      secondsLeft: rate > 0 ? Math.ceil((toBlock - last.block) / rate) : undefined,
    }
  }

  return {
    moved(block, target) {
      const at = nowMs()
      if (samples.length === 0) reportAt = at + FIRST_REPORT_MS
      toBlock = target
      samples.push({ block, at })
      // The oldest that is still in the window, and no more than can be read through.
      while (samples.length > 2 && (at - (samples[1]?.at ?? at) > WINDOW_MS || samples.length > 4_000))
        samples.shift()
      const now = progress()
      if (!now || at < reportAt) return
      reportAt = at + REPORT_EVERY_MS
      report(now)
    },
    ended() {
      samples = []
    },
    progress,
  }
}
