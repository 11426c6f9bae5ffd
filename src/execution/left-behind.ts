import { transition } from './transition.ts'
import type { ExecutionEvent, ExecutionState, LeftListener, StateOf } from './types.ts'

/** Does the work of a state, as the execution does. */
type Work = (
  state: ExecutionState,
  signal: AbortSignal,
  emit: (event: ExecutionEvent) => void,
) => Promise<void>

export interface LeftBehind {
  /** Takes on a request the person had left, now that the wallet has answered it. */
  take(from: StateOf<'signing'>, answer: ExecutionEvent): void
  /** How many transactions are still watched. */
  count(): number
  onChange(listener: LeftListener): () => void
  /** Ends all watching. */
  stop(): void
  destroy(): void
}

/** The swaps a person left while the wallet asked, and what became of them: a started swap always gets an end. */
export function createLeftBehind(work: Work): LeftBehind {
  const watched = new Set<AbortController>()
  const listeners = new Set<LeftListener>()

  function take(from: StateOf<'signing'>, answer: ExecutionEvent): void {
    const controller = new AbortController()
    let state = from as ExecutionState
    const move = (event: ExecutionEvent) => {
      const next = transition(state, event)
      if (controller.signal.aborted || next === state) return
      state = next
      if (next.stage !== 'watching') watched.delete(controller)
      for (const listener of [...listeners]) listener(from, next)
    }
    watched.add(controller)
    move(answer)
    if (state.stage === 'watching') void work(state, controller.signal, move)
  }

  function stop(): void {
    for (const controller of watched) controller.abort()
    watched.clear()
  }

  return {
    take,
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
