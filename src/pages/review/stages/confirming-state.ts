import type { ExecutionState, Run } from '../../../execution/machine/types.ts'

/** A state between Confirm and the sent transaction, or a failure in between. */
export type ConfirmingState = Exclude<ExecutionState, { stage: 'idle' | 'completed' }>

/**
 * Returns whether the review page shows this state. The progress page shows swaps that ended after sending.
 */
export function isConfirming(state: ExecutionState): state is ConfirmingState {
  return (
    state.stage !== 'idle' &&
    state.stage !== 'completed' &&
    !(state.stage === 'failed' && state.at === 'watching')
  )
}

/**
 * Returns the last mined approval of this run. `amount` is the allowance that was set, or undefined
 * if unknown.
 */
export function findApproval({ done }: Pick<Run, 'done'>): { amount: bigint | undefined } | undefined {
  const approval = done.findLast((process) => process.type === 'approval')
  return approval?.type === 'approval' ? { amount: approval.amount } : undefined
}
