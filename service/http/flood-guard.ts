import { ServiceError } from '../lib/service-error.ts'
import type { ApiInterface } from './api-interface.ts'

/** The data needed to repeat a refusal. */
export interface Refused {
  api: ApiInterface
  /** The documented path. */
  route: string
  tier: string
}

/** Tracks recently refused callers. */
export interface FloodGuard {
  /** The refusal to repeat for a caller who was refused too often in this second; undefined: not blocked. */
  getRefusal(caller: GuardedCaller): Refused | undefined
  /** Counts a refusal: too many requests, or no key. */
  refuse(caller: GuardedCaller, refused: Refused): void
}

export interface GuardedCaller {
  address: string
  path: string
  key: string | undefined
}

const MAX_REFUSALS = 20
const WINDOW_MS = 1_000

/** The error for blocked callers. */
export const FLOOD_ERROR = new ServiceError(429, 'Rate limit exceeded. Please try again later', {
  retryAfterSeconds: WINDOW_MS / 1000,
})

/**
 * Blocks callers that continue after twenty refusals in a second, for the rest of that second, at a
 * third of the cost of a normal refusal. A rate-limited flood must not slow down other callers.
 * With keys, callers with another key from the same address are not blocked.
 */
export function createFloodGuard(nowMs: () => number): FloodGuard {
  let refusals = new Map<string, Refused & { times: number }>()
  let sinceMs = nowMs()

  function resetWindow() {
    if (nowMs() - sinceMs < WINDOW_MS) return
    refusals = new Map()
    sinceMs = nowMs()
  }

  return {
    getRefusal(caller) {
      resetWindow()
      const byAddress = refusals.get(getName(caller))
      const known =
        caller.key && byAddress?.api.readsKeys !== false ? refusals.get(getName(caller, true)) : byAddress
      return known && known.times >= MAX_REFUSALS ? known : undefined
    },
    refuse(caller, refused) {
      resetWindow()
      const name = getName(caller, refused.api.readsKeys)
      refusals.set(name, { ...refused, times: (refusals.get(name)?.times ?? 0) + 1 })
    },
  }
}

function getName({ address, path, key }: GuardedCaller, withKey = false): string {
  return withKey && key ? `${address} ${path} ${key}` : `${address} ${path}`
}
