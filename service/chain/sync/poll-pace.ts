/** Decides how long to wait before the next poll of the head. */
export interface PollPace {
  /** The subscription to new blocks started or was lost. */
  connected(isConnected: boolean): void
  /** A block was announced, with its number if the announcement has one. */
  announced(number: bigint | undefined): void
  /** Returns the milliseconds to wait, given the newest processed block. */
  waitMs(blockNumber: bigint | undefined): number
}

const MIN_QUIET_MS = 2_000
const MAX_QUIET_MS = 10_000

/**
 * Polls rarely while a subscription announces blocks, in case it goes silent. Polls normally while
 * an announced block is not processed yet, because a node may announce a block before it serves it.
 */
export function createPollPace(
  { pollMs, blockSeconds }: { pollMs: number; blockSeconds: number },
  nowMs: () => number = () => performance.now(),
): PollPace {
  const quietMs = Math.max(pollMs, Math.min(MAX_QUIET_MS, Math.max(MIN_QUIET_MS, 2_000 * blockSeconds)))
  let isConnected = false
  let newest: bigint | undefined
  let announcedAt = Number.NEGATIVE_INFINITY

  return {
    connected(next) {
      isConnected = next
      newest = undefined
      announcedAt = Number.NEGATIVE_INFINITY
    },
    announced(number) {
      newest = number
      announcedAt = nowMs()
    },
    waitMs(blockNumber) {
      const isLive = isConnected && nowMs() - announcedAt < 2 * quietMs
      const isBehind = newest === undefined || blockNumber === undefined || blockNumber < newest
      return isLive && !isBehind ? quietMs : pollMs
    },
  }
}
