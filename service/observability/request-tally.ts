import type { RequestMeasure } from './metrics.ts'

/** Recent responses of one path. */
export interface RouteTally {
  route: string
  requests: number
  /** 4xx responses including 429. */
  clientErrors: number
  limited: number
  serverErrors: number
  /**
   * Requests by duration: one count per bucket of `TALLY_BUCKETS_MS`, and one for longer durations.
   */
  durations: number[]
}

/** Statistics of the last minutes for the status page. */
export interface RequestTally {
  count(measure: RequestMeasure): void
  /** Returns routes by number of requests, descending. */
  routes(): RouteTally[]
}

export const TALLY_BUCKETS_MS = [1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500]
/** Minimum window. The actual window is at most twice as long. */
export const TALLY_WINDOW_MS = 5 * 60_000

type Window = Map<string, RouteTally>

export function createRequestTally(nowMs: () => number): RequestTally {
  let current: Window = new Map()
  let previous: Window = new Map()
  let startedAtMs = nowMs()

  function turn() {
    const age = nowMs() - startedAtMs
    if (age < TALLY_WINDOW_MS) return
    previous = age < 2 * TALLY_WINDOW_MS ? current : new Map()
    current = new Map()
    startedAtMs = nowMs()
  }

  return {
    count({ route, status, durationMs }) {
      turn()
      const tally = current.get(route) ?? emptyTally(route)
      current.set(route, tally)
      tally.requests += 1
      if (status >= 500) tally.serverErrors += 1
      else if (status >= 400) tally.clientErrors += 1
      if (status === 429) tally.limited += 1
      const bucket = TALLY_BUCKETS_MS.findIndex((upTo) => durationMs <= upTo)
      const place = bucket < 0 ? TALLY_BUCKETS_MS.length : bucket
      tally.durations[place] = (tally.durations[place] ?? 0) + 1
    },
    routes() {
      turn()
      const routes = new Set([...current.keys(), ...previous.keys()])
      return [...routes]
        .map((route) =>
          add(current.get(route) ?? emptyTally(route), previous.get(route) ?? emptyTally(route)),
        )
        .sort((a, b) => b.requests - a.requests)
    },
  }
}

function emptyTally(route: string): RouteTally {
  return {
    route,
    requests: 0,
    clientErrors: 0,
    limited: 0,
    serverErrors: 0,
    durations: Array<number>(TALLY_BUCKETS_MS.length + 1).fill(0),
  }
}

function add(a: RouteTally, b: RouteTally): RouteTally {
  return {
    route: a.route,
    requests: a.requests + b.requests,
    clientErrors: a.clientErrors + b.clientErrors,
    limited: a.limited + b.limited,
    serverErrors: a.serverErrors + b.serverErrors,
    durations: a.durations.map((count, i) => count + (b.durations[i] ?? 0)),
  }
}
