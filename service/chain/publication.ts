import type { ChainState } from './snapshot/snapshot.ts'

/** The newest snapshot: what memory holds, and what callers see. */
export interface Publication {
  /** The snapshot without the pools that must not be traded. */
  current(): ChainState | undefined
  /** The snapshot with all pools. */
  complete(): ChainState | undefined
  publish(state: ChainState): void
  /** Hides pools again after other pools became wrong. */
  hideAgain(): void
  /** Publishes a new object, because caches by snapshot hold the tokens of the old one. */
  renew(): void
  /** Withdraws the snapshot. */
  clear(): void
}

export function createPublication(hide: (state: ChainState) => ChainState): Publication {
  let complete: ChainState | undefined
  let current: ChainState | undefined

  function hideAgain(): void {
    current = complete && hide(complete)
  }

  return {
    current: () => current,
    complete: () => complete,
    publish(state) {
      if (state === complete) return
      complete = state
      hideAgain()
    },
    hideAgain,
    renew() {
      if (!current) return
      hideAgain()
      if (current) current = { ...current }
    },
    clear() {
      complete = undefined
      current = undefined
    },
  }
}
