import { unavailable } from '../../lib/service-error.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import type { KnownPool } from './known-pools.ts'
import type { LoadQueue } from './load-queue.ts'

/** Requests that wait for pools to be loaded. */
export interface WaitingRequests {
  /**
   * Resolves when no pool is missing and all tokens are read. Throws an unavailable error if that
   * takes too long or too many requests wait, because a price from some of the pools would be
   * wrong.
   */
  wait(getLacking: () => readonly KnownPool[], isUnread?: () => boolean): Promise<void>
  /** Wakes the waiting requests after a turn loaded pools or tokens were read. */
  answer(): void
}

export interface WaitingRequestsDeps {
  queue: Pick<LoadQueue, 'request' | 'leave'>
  /** Starts the next turn immediately. */
  wake: () => void
  /** Milliseconds between turns. Requests start turns at this rate, after a small burst. */
  pollMs: number
  /** Default: 3,000. */
  timeoutMs?: number
}

const TIMEOUT_MS = 3_000
/** Limit of waiting requests per chain. */
const MAX_WAITING = 256
/**
 * Turns that requests may start immediately after a pause. A turn that is already running may
 * complete before it loads the pools of a request.
 */
const BURST = 4

export function createWaitingRequests({
  queue,
  wake,
  pollMs,
  timeoutMs = TIMEOUT_MS,
}: WaitingRequestsDeps): WaitingRequests {
  const waiting = new Set<() => void>()
  /** Time until which the started turns use up the rate limit. */
  let paidAt = 0

  function wakeSometimes(): void {
    const now = performance.now()
    const next = Math.max(paidAt, now) + pollMs
    if (next > now + BURST * pollMs) return
    paidAt = next
    wake()
  }

  async function nextTurn(ms: number): Promise<void> {
    let answer = () => {}
    const turn = new Promise<void>((resolve) => {
      answer = resolve
      waiting.add(resolve)
    })
    const onTimeout = () => {
      throw unavailable()
    }
    try {
      await withTimeout(turn, { timeoutMs: ms, onTimeout })
    } finally {
      waiting.delete(answer)
    }
  }

  return {
    async wait(getLacking, isUnread = () => false) {
      const endsAt = performance.now() + timeoutMs
      const waiter = {}
      let hasWaited = false
      try {
        for (;;) {
          const lacking = getLacking()
          if (lacking.length === 0 && !isUnread()) return
          const isTaken = lacking.length === 0 || queue.request(lacking, waiter)
          if (waiting.size >= MAX_WAITING || !isTaken) throw unavailable()
          // Tokens of pools that were just loaded are already being read.
          if (lacking.length > 0 || !hasWaited) wakeSometimes()
          hasWaited = true
          await nextTurn(endsAt - performance.now())
        }
      } finally {
        queue.leave(waiter)
      }
    },

    answer() {
      const answers = [...waiting]
      waiting.clear()
      for (const answer of answers) answer()
    },
  }
}
