import type { NodeBudget } from '../config/types.ts'

/** What was asked of one node, and what may be. */
export interface NodeUse extends NodeBudget {
  /** Since midnight UTC, by this process. */
  callsToday: number
  /** Calls that went to another node, waited or failed because this one was over its budget. */
  overBudget: number
  /** Whether no calls are left until midnight UTC. */
  isSpent: boolean
}

/** Counts the calls to a node, and says when the next may be made. */
export interface NodeMeter {
  /** Milliseconds until a call may be made; Infinity when those of the day are spent. */
  waitMs(): number
  /** Takes the next call, which may be made after the returned milliseconds. */
  take(): number
  /** A call could not be made at once. */
  wasOver(): void
  use(): NodeUse
}

export interface MeterClock {
  /** Monotonic milliseconds. */
  nowMs: () => number
  /** Unix milliseconds. */
  dateMs: () => number
}

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
export const SYSTEM_CLOCK: MeterClock = { nowMs: () => performance.now(), dateMs: () => Date.now() }

/**
 * No second contains more than `callsPerSecond` calls, wherever it begins; calls that wait are made in the order they were
 * taken in. The calls of a day are those of this process: a restart counts from 0.
 */
export function createNodeMeter(budget: NodeBudget = {}, clock: MeterClock = SYSTEM_CLOCK): NodeMeter {
  const { callsPerSecond = Number.POSITIVE_INFINITY, callsPerDay = Number.POSITIVE_INFINITY } = budget
  /** When the latest calls were or will be made, at most `callsPerSecond` of them. */
  const latest: number[] = []
  let day = 0
  let callsToday = 0
  let overBudget = 0

  function isSpent(): boolean {
    const today = Math.floor(clock.dateMs() / DAY_MS)
    // A clock that was set back does not give the calls of a day twice.
    if (today > day) {
      day = today
      callsToday = 0
    }
    return callsToday >= callsPerDay
  }

  function waitMs(): number {
    if (isSpent()) return Number.POSITIVE_INFINITY
    const [oldest] = latest
    if (oldest === undefined || latest.length < callsPerSecond) return 0
    return Math.max(0, oldest + SECOND_MS - clock.nowMs())
  }

  return {
    waitMs,
    take() {
      const wait = waitMs()
      callsToday += 1
      if (callsPerSecond !== Number.POSITIVE_INFINITY) {
        latest.push(clock.nowMs() + wait)
        if (latest.length > callsPerSecond) latest.shift()
      }
      return wait
    },
    wasOver() {
      overBudget += 1
    },
    use: () => ({ ...budget, isSpent: isSpent(), callsToday, overBudget }),
  }
}
