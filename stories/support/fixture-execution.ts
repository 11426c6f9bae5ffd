import type { BackgroundSwap, Execution, ExecutionState } from '../../src/execution/machine/types.ts'

export interface FixtureExecution extends Execution {
  /** Sets the state. */
  set(state: ExecutionState): void
}

/** Creates an execution that stays in one state until `set` is called. */
export function createFixtureExecution(
  initial: ExecutionState = { stage: 'idle' },
  backgroundSwaps: readonly BackgroundSwap[] = [],
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
    getBackgroundSwaps: () => backgroundSwaps,
    dismissBackgroundSwap(dismissed) {
      backgroundSwaps = backgroundSwaps.filter((swap) => swap !== dismissed)
      set(state)
    },
    start() {},
    accept() {},
    cancel: () => set({ stage: 'idle' }),
    giveUp() {},
    giveUpBackgroundSwap() {},
    dismiss: () => set({ stage: 'idle' }),
    isWatching: () => state.stage === 'watching',
    getOpenRequests: () => [],
    stopWatching() {},
    destroy() {},
  }
}
