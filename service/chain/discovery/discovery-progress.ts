import { createRate } from '../../lib/create-rate.ts'

/**
 * Stages of a start before the first snapshot, in order. `discovering`: reads pool announcements up
 * to the final blocks. `recent`: reads announcements of the newest blocks, which are not stored, so
 * every start reads them, and again after `measuring`.
 */
export type DiscoveryStage = 'discovering' | 'recent' | 'measuring' | 'loading'

/** Progress of a start, shown as `discovery` in `/healthz` and `/status.json`. */
export interface DiscoveryProgress {
  /** Default: `discovering`. */
  stage?: DiscoveryStage
  /** The last block whose announcements are read. */
  block: number
  /** The head. Blocks that are not final are read too. */
  toBlock: number
  /** 0 in the stages `measuring` and `loading`. */
  blocksPerSecond: number
  /** Seconds until the stage ends. Undefined before the rate is known. */
  secondsLeft: number | undefined
  /** The pools that are measured or loaded so far. Only in the stages `measuring` and `loading`. */
  pools?: number
  toPools?: number
}

/** Records progress and reports the rate. */
export interface DiscoveryWatch {
  /**
   * `done` and `of` count blocks or pools, depending on the stage. Default stage: `discovering`.
   */
  moved(done: number, of: number, stage?: DiscoveryStage): void
  /** Called when the chain has a snapshot. */
  ended(): void
  /**
   * Called before a retry. Repeated failures hide the progress, because it would hide that the
   * chain does not start.
   */
  failed(): void
  /** Returns undefined while nothing is read. */
  progress(): DiscoveryProgress | undefined
}

/** Shorter reads are not reported. */
const FIRST_REPORT_MS = 5_000
const REPORT_EVERY_MS = 30_000
/**
 * After this many failures in a row over at least `FAILING_MS`, only `discovering` is shown,
 * because only that stage keeps its results.
 */
const MAX_FAILURES = 3
const FAILING_MS = 60_000

const isOfPools = (stage: DiscoveryStage) => stage === 'measuring' || stage === 'loading'

export function createDiscoveryWatch(
  report: (progress: DiscoveryProgress) => void,
  nowMs = () => performance.now(),
): DiscoveryWatch {
  /** Measures one unit, blocks or pools. */
  const rate = createRate(nowMs)
  let goal = 0
  let stage: DiscoveryStage = 'discovering'
  let blocks = { block: 0, toBlock: 0 }
  let isRunning = false
  let reportAt = 0
  let failures = 0
  let failingSince = 0

  const isStuck = () =>
    stage !== 'discovering' && failures >= MAX_FAILURES && nowMs() - failingSince >= FAILING_MS

  function progress(): DiscoveryProgress | undefined {
    const done = rate.done()
    if (done === undefined || isStuck()) return undefined
    return {
      stage,
      ...blocks,
      blocksPerSecond: isOfPools(stage) ? 0 : Math.round(rate.perSecond()),
      secondsLeft: rate.secondsUntil(goal),
      ...(isOfPools(stage) && { pools: done, toPools: goal }),
    }
  }

  function stop(): void {
    rate.clear()
    isRunning = false
  }

  return {
    moved(done, of, next = 'discovering') {
      const at = nowMs()
      if (!isRunning) reportAt = at + FIRST_REPORT_MS
      isRunning = true
      const isOther = next !== stage && (isOfPools(next) || isOfPools(stage))
      if (isOther) rate.clear()
      stage = next
      goal = of
      if (!isOfPools(stage)) blocks = { block: done, toBlock: of }
      rate.add(done)
      const now = progress()
      if (!now || at < reportAt) return
      reportAt = at + REPORT_EVERY_MS
      report(now)
    },
    ended() {
      stop()
      failures = 0
    },
    failed() {
      if (isRunning && stage !== 'discovering') {
        if (failures === 0) failingSince = nowMs()
        failures += 1
      }
      stop()
    },
    progress,
  }
}
