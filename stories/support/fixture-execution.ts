import type { BackgroundSwap, Execution, ExecutionState } from '../../src/execution/machine/types.ts'

export interface FixtureExecution extends Execution {
  /** Goes to another state. */
  set(state: ExecutionState): void
}

/** An execution that stands still in one state, until it is told another. */
export function createFixtureExecution(
  initial: ExecutionState = { stage: 'idle' },
  left: readonly BackgroundSwap[] = [],
): FixtureExecution {
  let state = initial
  const listeners = new Set<() => void>()
  const set = (next: ExecutionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    set,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onBackgroundSwap: () => () => {},
    getBackgroundSwaps: () => left,
    dismissBackgroundSwap(gone) {
      left = left.filter((swap) => swap !== gone)
      set(state)
    },
    start() {},
    accept() {},
    cancel: () => set({ stage: 'idle' }),
    giveUp() {},
    dismiss: () => set({ stage: 'idle' }),
    isWatching: () => state.stage === 'watching',
    stopWatching() {},
    destroy() {},
  }
}
