import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ServiceError, unavailable } from '../lib/service-error.ts'
import { withTimeout } from '../lib/with-timeout.ts'

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
  /** How many have come in so far, to whatever they came. Default: to this queue. */
  arrivals?: () => number
}

/** Turns of the loop between two pieces of work at most: under a flood work still goes on. */
const MAX_TURNS = 256

export function createQueue(options: QueueOptions): Queue {
  const { atOnce, capacity, deadlineMs, refusal = () => unavailable(1) } = options
  let asked = 0
  const { arrivals = () => asked } = options
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
      letIn().then(() => {
        active -= 1
        startNext()
      })
    }
  }

  /**
   * Node accepts one connection for each turn of its loop, and work can take the whole of one. Callers would wait where
   * no deadline sees them, so the place stays taken until nobody comes in any more: those beyond the capacity hear of it.
   */
  async function letIn(): Promise<void> {
    for (let turns = 0; turns < MAX_TURNS; turns += 2) {
      const before = arrivals()
      // Accepted in one, read in the next.
      await nextTurn()
      await nextTurn()
      if (arrivals() === before) return
    }
  }

  return {
    waiting: () => waiting.size,
    async run(work) {
      asked += 1
      // An AbortController would make an error for each request, and throw it away.
      let leave = () => {}
      const taken = take(work, (giveUp) => {
        leave = giveUp
      })
      try {
        return await withTimeout(taken, {
          timeoutMs: deadlineMs,
          onTimeout: () => {
            throw refusal()
          },
        })
      } finally {
        leave()
      }
    },
  }
}
