import { transition } from './machine/transition.ts'
import type {
  BackgroundSwap,
  BackgroundSwapListener,
  ExecutionEvent,
  ExecutionState,
  StateOf,
} from './machine/types.ts'

/** Does the work of a state, as the execution does. */
type Work = (
  state: ExecutionState,
  signal: AbortSignal,
  emit: (event: ExecutionEvent) => void,
) => Promise<void>

export interface BackgroundSwaps {
  /** Takes on a request the person had left, now that the wallet has answered it. */
  take(from: StateOf<'signing'>, answer: ExecutionEvent): void
  /** Watches on what is out while the person begins another swap. */
  keep(state: StateOf<'watching'>): void
  /** Those whose transaction is out, oldest first. */
  list(): readonly BackgroundSwap[]
  /** Takes an ended one off the list. */
  dismissBackgroundSwap(left: BackgroundSwap): void
  /** How many transactions are still watched. */
  count(): number
  onChange(listener: BackgroundSwapListener): () => void
  /** Ends all watching. */
  stop(): void
  destroy(): void
}

/** The swaps a person left while they could still happen, and what became of them: a started swap always gets an end. */
export function createBackgroundSwaps(work: Work, onList: () => void): BackgroundSwaps {
  const watched = new Set<AbortController>()
  const listeners = new Set<BackgroundSwapListener>()
  let swaps: readonly BackgroundSwap[] = []

  function follow(from: StateOf<'signing' | 'watching'>, first?: ExecutionEvent): void {
    const controller = new AbortController()
    let state: ExecutionState = from
    const move = (event: ExecutionEvent) => {
      const next = transition(state, event)
      if (controller.signal.aborted || next === state) return
      const before = state
      state = next
      if (next.stage !== 'watching') watched.delete(controller)
      replace(before, next)
      for (const listener of [...listeners]) listener(from, next)
    }
    watched.add(controller)
    if (first) move(first)
    else replace(undefined, from)
    if (state.stage === 'watching') void work(state, controller.signal, move)
  }

  /** What was refused at the wallet never was out: it is told, and not listed. */
  function replace(before: ExecutionState | undefined, next: ExecutionState): void {
    const isListed = swaps.some((swap) => swap === before)
    if (isListed) set(swaps.map((swap) => (swap === before ? (next as BackgroundSwap) : swap)))
    else if (next.stage === 'watching') set([...swaps, next])
  }

  function set(next: readonly BackgroundSwap[]): void {
    swaps = next
    onList()
  }

  function stop(): void {
    for (const controller of watched) controller.abort()
    watched.clear()
    // Of those nothing is known any more.
    set(swaps.filter(({ stage }) => stage !== 'watching'))
  }

  return {
    take: follow,
    keep: follow,
    list: () => swaps,
    dismissBackgroundSwap(left) {
      if (left.stage !== 'watching') set(swaps.filter((swap) => swap !== left))
    },
    count: () => watched.size,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop,
    destroy() {
      stop()
      listeners.clear()
    },
  }
}
