import type { Execution, ExecutionState } from '../../src/execution/types.ts'

/** An execution that stands still in one state. */
export function createFixtureExecution(initial: ExecutionState = { stage: 'idle' }): Execution {
  let state = initial
  const listeners = new Set<() => void>()
  const set = (next: ExecutionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {},
    accept() {},
    cancel: () => set({ stage: 'idle' }),
    dismiss: () => set({ stage: 'idle' }),
    destroy() {},
  }
}
