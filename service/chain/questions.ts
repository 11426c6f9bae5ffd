import { unavailable } from '../lib/service-error.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { KnownPool } from './known-pools.ts'
import type { LoadQueue } from './load-queue.ts'

/** Questions that wait for pools. */
export interface Questions {
  /**
   * Resolves once no pool is lacking, and no token is unread. Throws that the service is unavailable when that takes too long, or too many wait: a
   * price of a part of the pools would be a wrong one.
   */
  wait(getLacking: () => readonly KnownPool[], isUnread?: () => boolean): Promise<void>
  /** A turn has loaded some pools, and published them, or tokens were read. */
  answer(): void
}

export interface QuestionsDeps {
  queue: Pick<LoadQueue, 'ask' | 'leave'>
  /** Begins the next turn now. */
  wake: () => void
  /** Milliseconds between turns: questions begin no more of them, but for a few at once. */
  pollMs: number
  /** Default: 3,000. */
  timeoutMs?: number
}

const TIMEOUT_MS = 3_000
/** Questions of a chain that wait at most. */
const MAX_WAITING = 256
/** Turns that questions begin at once after a while without any: one that is running already may answer a question too early. */
const BURST = 4

export function createQuestions({ queue, wake, pollMs, timeoutMs = TIMEOUT_MS }: QuestionsDeps): Questions {
  const waiting = new Set<() => void>()
  /** When the turns that were begun are paid for, at one every `pollMs`. */
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
      const question = {}
      let hasWaited = false
      try {
        for (;;) {
          const lacking = getLacking()
          if (lacking.length === 0 && !isUnread()) return
          const isTaken = lacking.length === 0 || queue.ask(lacking, question)
          if (waiting.size >= MAX_WAITING || !isTaken) throw unavailable()
          // Tokens of pools that a turn has loaded are being read.
          if (lacking.length > 0 || !hasWaited) wakeSometimes()
          hasWaited = true
          await nextTurn(endsAt - performance.now())
        }
      } finally {
        queue.leave(question)
      }
    },

    answer() {
      const answers = [...waiting]
      waiting.clear()
      for (const answer of answers) answer()
    },
  }
}
