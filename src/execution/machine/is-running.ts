import type { ExecutionState } from './types.ts'

/** Whether a swap is in progress: started, and neither completed nor failed. */
export function isRunning(state: ExecutionState): boolean {
  return state.stage !== 'idle' && state.stage !== 'completed' && state.stage !== 'failed'
}
