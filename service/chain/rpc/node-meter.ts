import type { NodeBudget } from '../../config/types.ts'

/** The calls made to one node, and its budget. */
export interface NodeUse extends NodeBudget {
  /** Calls since midnight UTC. With `callsPerDay`, by every instance that shares the database. */
  callsToday: number
  /** Calls that used another node, waited or failed because this node was over its budget. */
  overBudget: number
  /** True if no calls are left until midnight UTC. */
  isSpent: boolean
  /** True if the calls left are reserved for following the chain. */
  isSpentForCallers: boolean
}

/** The calls of one day. */
export interface DayCalls {
  /** Days since 1970-01-01 UTC. */
  day: number
  calls: number
  /** The calls that were made for each key, which are part of `calls`. */
  byKey: ReadonlyMap<string, number>
}

/** The count of a node with a `callsPerDay`. Instances share it. */
export interface DailyCount {
  /** SHA-256 of the node's URL in hex, because a URL may contain a key. */
  node: string
  today: NodeMeter['today']
  setOthers: NodeMeter['setOthers']
}

/** A call made for a caller's request, such as a quote. Other calls follow the chain. */
export interface CallerCall {
  /** Id of the caller's key. Default: no key is charged. */
  owner?: string | undefined
}

/** Counts the calls to a node and returns when the next call may be made. */
export interface NodeMeter {
  /** Milliseconds until a call may be made. Infinity if the daily budget is spent. */
  waitMs(call?: CallerCall): number
  /** Reserves the next call, which may be made after the returned milliseconds. */
  take(call?: CallerCall): number
  /** True if this key has spent its share while other keys may still call. */
  isOwnerSpent(call: CallerCall): boolean
  /** Counts a call that was not possible immediately. */
  wasOver(): void
  /** Returns the calls of this process. */
  today(): DayCalls
  /** Sets the calls of other processes, which count for their day only. */
  setOthers(others: DayCalls): void
  use(): NodeUse
}

export interface MeterClock {
  /** Monotonic milliseconds. */
  nowMs: () => number
  /** Unix milliseconds. */
  dateMs: () => number
}

const SECOND_MS = 1_000
/** Defaults of `NodeBudget`. */
const RESERVED_SHARE = 0.5
const KEY_SHARE = 0.5
export const DAY_MS = 86_400_000
export const SYSTEM_CLOCK: MeterClock = { nowMs: () => performance.now(), dateMs: () => Date.now() }

/**
 * Every one-second window contains at most `callsPerSecond` calls. Waiting calls keep their order.
 */
export function createNodeMeter(budget: NodeBudget = {}, clock: MeterClock = SYSTEM_CLOCK): NodeMeter {
  const { callsPerSecond = Number.POSITIVE_INFINITY, callsPerDay = Number.POSITIVE_INFINITY } = budget
  const { reservedShare = RESERVED_SHARE, keyShare = KEY_SHARE } = budget
  const maxOfKey = callsPerDay * (1 - reservedShare) * keyShare
  /** Calls of this process today, by key. */
  const byKey = new Map<string, number>()
  let others: DayCalls = { day: 0, calls: 0, byKey: new Map() }
  /** Times of the latest calls, past or scheduled, at most `callsPerSecond` of them. */
  const latest: number[] = []
  let day = 0
  let callsToday = 0
  let overBudget = 0

  function today(): DayCalls {
    const now = Math.floor(clock.dateMs() / DAY_MS)
    // A clock that is set back does not refill the daily budget.
    if (now > day) {
      day = now
      callsToday = 0
      byKey.clear()
    }
    return { day, calls: callsToday, byKey }
  }

  /** Calls of all processes. */
  const total = () => today().calls + (others.day === day ? others.calls : 0)
  const isSpent = () => total() >= callsPerDay

  /** The reserve shrinks over the day, in proportion to the hours that are left. */
  function isReserved(): boolean {
    if (callsPerDay === Number.POSITIVE_INFINITY) return false
    const left = 1 - (clock.dateMs() % DAY_MS) / DAY_MS
    return total() >= callsPerDay - callsPerDay * reservedShare * left
  }

  function isOwnerSpent({ owner }: CallerCall): boolean {
    if (owner === undefined) return false
    const own = today().byKey.get(owner) ?? 0
    return own + ((others.day === day && others.byKey.get(owner)) || 0) >= maxOfKey
  }

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
      if (call?.owner !== undefined) byKey.set(call.owner, (byKey.get(call.owner) ?? 0) + 1)
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
    setOthers(next) {
      others = next
    },
    use: () => ({
      ...budget,
      isSpent: isSpent(),
      isSpentForCallers: isReserved(),
      callsToday: total(),
      overBudget,
    }),
  }
}
