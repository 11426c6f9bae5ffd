import { describeRefusal } from '../rpc/rpc-errors.ts'

/** The failure that blocks the first start of a chain. Shown as `waitsFor` in `/healthz`. */
export interface DiscoveryWait {
  /** Ids of the sources whose announcements were requested. Empty if another request failed. */
  sources: readonly string[]
  fromBlock: number | undefined
  toBlock: number | undefined
  /** The error text of the node, not redacted. */
  error: string
  /** The position of the node in the config, starting at 1. Undefined if no single node failed. */
  node: number | undefined
  /** Unix milliseconds of the first failure since the last progress. */
  sinceMs: number
}

export interface FailedRange {
  sources: readonly string[]
  fromBlock: number
  toBlock: number
}

export interface DiscoveryWaits {
  failed(error: unknown, range?: FailedRange): void
  /** Called when blocks were read. */
  progressed(): void
  ended(): void
  current(): DiscoveryWait | undefined
}

/**
 * Records the failure that blocks a discovery. `placeOf` returns the position in the config of the
 * node that failed.
 */
export function createDiscoveryWaits(
  placeOf: (error: unknown) => number | undefined,
  nowMs = Date.now,
): DiscoveryWaits {
  let wait: DiscoveryWait | undefined
  let reported: unknown

  return {
    failed(error, range) {
      // A failed range ends the whole attempt, which reports the same error without the range.
      if (!range && error === reported) return
      reported = error
      const place = placeOf(error)
      wait = {
        sources: range?.sources ?? [],
        fromBlock: range?.fromBlock,
        toBlock: range?.toBlock,
        error: describeRefusal(error),
        node: place === undefined ? undefined : place + 1,
        sinceMs: wait?.sinceMs ?? nowMs(),
      }
    },
    progressed() {
      if (wait?.fromBlock !== undefined) wait = undefined
    },
    ended() {
      wait = undefined
      reported = undefined
    },
    current: () => wait,
  }
}
