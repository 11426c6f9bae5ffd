import { createRate } from '../lib/create-rate.ts'

/**
 * What a start does before the first snapshot, in this order. `discovering`: reads the announcements of pools up to the final
 * blocks. `recent`: those of the newest blocks, which are not kept, so each start reads them; again after `measuring`.
 */
export type DiscoveryStage = 'discovering' | 'recent' | 'measuring' | 'loading'

/** How far a start is. Shown as `discovery` in `/healthz` and `/status.json`. */
export interface DiscoveryProgress {
  /** Default: `discovering`. */
  stage?: DiscoveryStage
  /** Up to which the announcements of pools are read. */
  block: number
  /** The head: what is not final is read too. */
  toBlock: number
  /** 0 in the stages of pools. */
  blocksPerSecond: number
  /** Until the blocks are read, or the pools of the stage are measured or loaded. Undefined before the rate is known. */
  secondsLeft: number | undefined
  /** In the stages `measuring` and `loading` alone: how many pools are measured or loaded. */
  pools?: number
  toPools?: number
}

/** Told of what is read; tells the rate. */
export interface DiscoveryWatch {
  /** `done` and `of` are blocks or pools, by the stage. Default: `discovering`. */
  moved(done: number, of: number, stage?: DiscoveryStage): void
  /** The chain has a snapshot. */
  ended(): void
  /** It is tried again. Attempts that fail again and again are not shown: they would hide that the chain does not start. */
  failed(): void
  /** Undefined while nothing is read. */
  progress(): DiscoveryProgress | undefined
}

/** Reading that ends sooner is not reported. */
const FIRST_REPORT_MS = 5_000
const REPORT_EVERY_MS = 30_000
/** In a row, over at least `FAILING_MS`: after these, only `discovering` is shown, which keeps what it has read. */
const MAX_FAILURES = 3
const FAILING_MS = 60_000

const isOfPools = (stage: DiscoveryStage) => stage === 'measuring' || stage === 'loading'

export function createDiscoveryWatch(
  report: (progress: DiscoveryProgress) => void,
  nowMs = () => performance.now(),
): DiscoveryWatch {
  /** Of one unit, blocks or pools. */
  const rate = createRate(nowMs)
  let goal = 0
  let stage: DiscoveryStage = 'discovering'
  let blocks = { block: 0, toBlock: 0 }
  let isRunning = false
  let reportAt = 0
  let failures = 0
  let failingSince = 0

  const isInVain = () =>
    stage !== 'discovering' && failures >= MAX_FAILURES && nowMs() - failingSince >= FAILING_MS

  function progress(): DiscoveryProgress | undefined {
    const done = rate.done()
    if (done === undefined || isInVain()) return undefined
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
