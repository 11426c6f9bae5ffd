import type { ExecutionState } from '../../execution/machine/types.ts'

/** From Confirm until the transaction is out, or until it failed before that. */
export type ConfirmingState = Exclude<ExecutionState, { stage: 'idle' | 'completed' }>

/** A swap that ended after it was sent has its own page. */
export function isConfirming(state: ExecutionState): state is ConfirmingState {
  return (
    state.stage !== 'idle' &&
    state.stage !== 'completed' &&
    !(state.stage === 'failed' && state.at === 'watching')
  )
}
