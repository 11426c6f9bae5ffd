/** How long to wait before the head is asked for again. */
export interface PollPace {
  /** The subscription to new blocks has begun, or was lost. */
  connected(isConnected: boolean): void
  /** A block was announced; the number, where the announcement has one. */
  announced(number: bigint | undefined): void
  /** Milliseconds, for a chain that is known up to a block. */
  waitMs(blockNumber: bigint | undefined): number
}

const MIN_QUIET_MS = 2_000
const MAX_QUIET_MS = 10_000

/**
 * Announcements of blocks end the wait: with a subscription the head is asked for seldom, in case it is silent. It counts as
 * live while it announces blocks, and a node may announce a block some time before it answers with it.
 */
export function createPollPace(
  { pollMs, blockSeconds }: { pollMs: number; blockSeconds: number },
  nowMs: () => number = () => performance.now(),
): PollPace {
  const quietMs = Math.max(pollMs, Math.min(MAX_QUIET_MS, Math.max(MIN_QUIET_MS, 2_000 * blockSeconds)))
  let isConnected = false
  let newest: bigint | undefined
  let heardAt = Number.NEGATIVE_INFINITY

  return {
    connected(next) {
      isConnected = next
      newest = undefined
      heardAt = Number.NEGATIVE_INFINITY
    },
    announced(number) {
      newest = number
      heardAt = nowMs()
    },
    waitMs(blockNumber) {
      const isLive = isConnected && nowMs() - heardAt < 2 * quietMs
      const isBehind = newest === undefined || blockNumber === undefined || blockNumber < newest
      return isLive && !isBehind ? quietMs : pollMs
    },
  }
}
