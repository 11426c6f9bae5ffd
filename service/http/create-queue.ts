import { setImmediate as nextTurn } from 'node:timers/promises'
import { unavailable } from '../service-error.ts'
import { withDeadline } from './with-deadline.ts'

/** Work that is taken in turn. What cannot be taken in time is refused at once: a late price helps nobody. */
export interface Queue {
  /** The work's value; 503 when too many wait, or when the deadline passes first. */
  run<Value>(work: () => Promise<Value>): Promise<Value>
  /** How many wait. */
  waiting(): number
}

export interface QueueOptions {
  /** Pieces of work under way together. */
  atOnce: number
  /** Further ones that may wait. */
  capacity: number
  /** From the asking, the wait included. */
  deadlineMs: number
}

export function createQueue({ atOnce, capacity, deadlineMs }: QueueOptions): Queue {
  const waiting = new Set<() => void>()
  let active = 0

  function startNext() {
    const [first] = waiting
    if (first && active < atOnce) {
      waiting.delete(first)
      active += 1
      first()
    }
  }

  /** Resolves when it is the caller's turn. */
  function turn(signal: AbortSignal): Promise<void> {
    if (active < atOnce) {
      active += 1
      return Promise.resolve()
    }
    if (waiting.size >= capacity) return Promise.reject(unavailable(1))
    return new Promise((resolve) => {
      waiting.add(resolve)
      signal.addEventListener('abort', () => waiting.delete(resolve))
    })
  }

  async function take<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    await turn(signal)
    try {
      return await work()
    } finally {
      // Others are let in between, so that those beyond the capacity hear of it at once.
      nextTurn().then(() => {
        active -= 1
        startNext()
      })
    }
  }

  return {
    waiting: () => waiting.size,
    async run(work) {
      const ending = new AbortController()
      try {
        return await withDeadline(take(work, ending.signal), deadlineMs)
      } finally {
        ending.abort()
      }
    },
  }
}
