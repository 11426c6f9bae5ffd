import type { ExecutionState } from './types.ts'

/** True if a swap has started and has neither completed nor failed. */
export function isRunning(state: ExecutionState): boolean {
  return state.stage !== 'idle' && state.stage !== 'completed' && state.stage !== 'failed'
}
