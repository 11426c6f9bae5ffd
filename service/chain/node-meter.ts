import type { NodeBudget } from '../config/types.ts'

/** What was asked of one node, and what may be. */
export interface NodeUse extends NodeBudget {
  /** Since midnight UTC: by this process and, where `callsPerDay` is named, by the busiest one before it. */
  callsToday: number
  /** Calls that went to another node, waited or failed because this one was over its budget. */
  overBudget: number
  /** Whether no calls are left until midnight UTC. */
  isSpent: boolean
}

/** Calls of one day. */
export interface DayCalls {
  /** Since 1970-01-01 UTC. */
  day: number
  calls: number
}

/** The count of a node with a `callsPerDay`, which outlives the process. */
export interface DailyCount {
  /** SHA-256 of the node's URL in hex: a URL may have a key in it. */
  node: string
  today: NodeMeter['today']
  addEarlier: NodeMeter['addEarlier']
}

/** A call for a request of a caller, such as a quote. Other calls follow the chain. */
export interface CallerCall {
  /** Id of the caller's key. Default: no key is charged. */
  owner?: string | undefined
}

/** Counts the calls to a node, and returns when the next may be made. */
export interface NodeMeter {
  /** Milliseconds until a call may be made; Infinity when those of the day are spent. */
  waitMs(call?: CallerCall): number
  /** Takes the next call, which may be made after the returned milliseconds. */
  take(call?: CallerCall): number
  /** True when this key has spent its share while other keys may still call. */
  isOwnerSpent(call: CallerCall): boolean
  /** A call could not be made at once. */
  wasOver(): void
  today(): DayCalls
  /** Counts calls that were made before this process started; none of a day that has ended. */
  addEarlier(earlier: DayCalls): void
  use(): NodeUse
}

export interface MeterClock {
  /** Monotonic milliseconds. */
  nowMs: () => number
  /** Unix milliseconds. */
  dateMs: () => number
}

const SECOND_MS = 1_000
/** See `NodeBudget`. */
const RESERVED_SHARE = 0.5
const KEY_SHARE = 0.5
export const DAY_MS = 86_400_000
export const SYSTEM_CLOCK: MeterClock = { nowMs: () => performance.now(), dateMs: () => Date.now() }

/**
 * No second contains more than `callsPerSecond` calls, wherever it begins; calls that wait are made in the order they were
 * taken in.
 */
export function createNodeMeter(budget: NodeBudget = {}, clock: MeterClock = SYSTEM_CLOCK): NodeMeter {
  const { callsPerSecond = Number.POSITIVE_INFINITY, callsPerDay = Number.POSITIVE_INFINITY } = budget
  const { reservedShare = RESERVED_SHARE, keyShare = KEY_SHARE } = budget
  const maxOfKey = callsPerDay * (1 - reservedShare) * keyShare
  /** Calls of today by key. */
  const byOwner = new Map<string, number>()
  /** When the latest calls were or will be made, at most `callsPerSecond` of them. */
  const latest: number[] = []
  let day = 0
  let callsToday = 0
  let overBudget = 0

  function today(): DayCalls {
    const now = Math.floor(clock.dateMs() / DAY_MS)
    // A clock that was set back does not give the calls of a day twice.
    if (now > day) {
      day = now
      callsToday = 0
      byOwner.clear()
    }
    return { day, calls: callsToday }
  }

  const isSpent = () => today().calls >= callsPerDay

  /** The reserve shrinks with the day: what is left of it is for the hours that are left. */
  function isReserved(): boolean {
    if (callsPerDay === Number.POSITIVE_INFINITY) return false
    const left = 1 - (clock.dateMs() % DAY_MS) / DAY_MS
    return today().calls >= callsPerDay - callsPerDay * reservedShare * left
  }

  const isOwnerSpent = ({ owner }: CallerCall) =>
    owner !== undefined && today().day === day && (byOwner.get(owner) ?? 0) >= maxOfKey

  function waitMs(call?: CallerCall): number {
    if (isSpent() || (call && (isReserved() || isOwnerSpent(call)))) return Number.POSITIVE_INFINITY
    const [oldest] = latest
    if (oldest === undefined || latest.length < callsPerSecond) return 0
    return Math.max(0, oldest + SECOND_MS - clock.nowMs())
  }

  return {
    waitMs,
    isOwnerSpent: (call) => isOwnerSpent(call) && !isSpent() && !isReserved(),
    take(call) {
      const wait = waitMs()
      callsToday += 1
      if (call?.owner !== undefined) byOwner.set(call.owner, (byOwner.get(call.owner) ?? 0) + 1)
      if (callsPerSecond !== Number.POSITIVE_INFINITY) {
        latest.push(clock.nowMs() + wait)
        if (latest.length > callsPerSecond) latest.shift()
      }
      return wait
    },
    wasOver() {
      overBudget += 1
    },
    today,
    addEarlier(earlier) {
      if (earlier.day === today().day) callsToday += earlier.calls
    },
    use: () => ({ ...budget, isSpent: isSpent(), callsToday, overBudget }),
  }
}
