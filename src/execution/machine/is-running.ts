import type { ExecutionState } from './types.ts'

/** Whether a swap is under way: started and not yet at its end. */
export function isRunning(state: ExecutionState): boolean {
  return state.stage !== 'idle' && state.stage !== 'completed' && state.stage !== 'failed'
}
