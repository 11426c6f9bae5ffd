import { ServiceError } from '../lib/service-error.ts'
import type { ApiInterface } from './api-interface.ts'

/** Who was refused, and where: all that is needed to refuse again. */
export interface Refused {
  api: ApiInterface
  /** As documented. */
  route: string
  tier: string
}

/** Remembers who was refused lately. */
export interface Door {
  /** What a caller was refused once too often in this second; undefined: come in. */
  closedTo(caller: DoorCaller): Refused | undefined
  /** Each time a caller had come in and was refused: too many requests, or no key. */
  refuse(caller: DoorCaller, refused: Refused): void
}

export interface DoorCaller {
  address: string
  path: string
  key: string | undefined
}

const MAX_REFUSALS = 20
const WINDOW_MS = 1_000

/** What is said at the door. */
export const DOOR_ERROR = new ServiceError(429, 'Rate limit exceeded. Please try again later', {
  retryAfterSeconds: WINDOW_MS / 1000,
})

/**
 * Whoever goes on after twenty refusals in a second is refused at the door for the rest of it, at a third of what it
 * costs to come in: a flood that is held to its limit must not hold up anybody else either. Where keys count, whoever
 * shares an address with the flood and has another key comes in.
 */
export function createDoor(nowMs: () => number): Door {
  let refusals = new Map<string, Refused & { times: number }>()
  let sinceMs = nowMs()

  function turn() {
    if (nowMs() - sinceMs < WINDOW_MS) return
    refusals = new Map()
    sinceMs = nowMs()
  }

  return {
    closedTo(caller) {
      turn()
      const keyless = refusals.get(getName(caller))
      const known =
        caller.key && keyless?.api.readsKeys !== false ? refusals.get(getName(caller, true)) : keyless
      return known && known.times >= MAX_REFUSALS ? known : undefined
    },
    refuse(caller, refused) {
      turn()
      const name = getName(caller, refused.api.readsKeys)
      refusals.set(name, { ...refused, times: (refusals.get(name)?.times ?? 0) + 1 })
    },
  }
}

function getName({ address, path, key }: DoorCaller, withKey = false): string {
  return withKey && key ? `${address} ${path} ${key}` : `${address} ${path}`
}
