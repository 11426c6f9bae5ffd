import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ServiceError, unavailable } from '../service-error.ts'
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
  /** What those are told whom it has no time for. Default: 503, and to come back in a second. */
  refusal?: () => ServiceError
}

export function createQueue(options: QueueOptions): Queue {
  const { atOnce, capacity, deadlineMs, refusal = () => unavailable(1) } = options
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

  /** Resolves when it is the caller's turn; `onWait` is told how to give up. */
  function turn(onWait: (leave: () => void) => void): Promise<void> {
    if (active < atOnce) {
      active += 1
      return Promise.resolve()
    }
    if (waiting.size >= capacity) return Promise.reject(refusal())
    return new Promise((resolve) => {
      waiting.add(resolve)
      onWait(() => waiting.delete(resolve))
    })
  }

  async function take<Value>(
    work: () => Promise<Value>,
    onWait: (leave: () => void) => void,
  ): Promise<Value> {
    await turn(onWait)
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
      // An AbortController would make an error for each request, and throw it away.
      let leave = () => {}
      const taken = take(work, (giveUp) => {
        leave = giveUp
      })
      try {
        return await withDeadline(taken, { deadlineMs, refusal })
      } finally {
        leave()
      }
    },
  }
}
