import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ServiceError, unavailable } from '../lib/service-error.ts'
import { withTimeout } from '../lib/with-timeout.ts'

/**
 * A bounded work queue with a deadline. A late price is useless, so excess work is rejected
 * immediately.
 */
export interface Queue {
  /** The work's value; 503 when the queue is full or the deadline passes. */
  run<Value>(work: () => Promise<Value>): Promise<Value>
  /** Number of waiting pieces of work. */
  waiting(): number
}

export interface QueueOptions {
  /** Maximum concurrency. */
  concurrency: number
  /** Maximum number of waiting pieces of work. */
  capacity: number
  /** From the call of `run`, waiting included. */
  deadlineMs: number
  /** The error for rejected work. Default: 503 with a `Retry-After` of one second. */
  refusal?: () => ServiceError
  /**
   * Returns the number of requests so far, of any endpoint. Default: the requests of this queue.
   */
  arrivals?: () => number
}

/** Maximum event loop turns between two pieces of work, so that work continues under a flood. */
const MAX_TURNS = 256

export function createQueue(options: QueueOptions): Queue {
  const { concurrency, capacity, deadlineMs, refusal = () => unavailable(1) } = options
  let requested = 0
  const { arrivals = () => requested } = options
  const waiting = new Set<() => void>()
  let active = 0

  function startNext() {
    const [first] = waiting
    if (first && active < concurrency) {
      waiting.delete(first)
      active += 1
      first()
    }
  }

  /** Resolves when it is the caller's turn. `onWait` receives the function that leaves the queue. */
  function turn(onWait: (leave: () => void) => void): Promise<void> {
    if (active < concurrency) {
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
      acceptConnections().then(() => {
        active -= 1
        startNext()
      })
    }
  }

  /**
   * Node accepts one connection per event loop turn, and one piece of work can fill a turn. Callers
   * would then wait in the kernel's backlog, where no deadline applies. The slot therefore stays
   * taken until no new request arrives, and excess requests are rejected.
   */
  async function acceptConnections(): Promise<void> {
    for (let turns = 0; turns < MAX_TURNS; turns += 2) {
      const before = arrivals()
      // A connection is accepted in one turn and read in the next.
      await nextTurn()
      await nextTurn()
      if (arrivals() === before) return
    }
  }

  return {
    waiting: () => waiting.size,
    async run(work) {
      requested += 1
      // Not an AbortController: it would allocate an error per request.
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
