import type { ExecutionState, Run } from '../../execution/machine/types.ts'

/** A state between Confirm and the sent transaction, or a failure in between. */
export type ConfirmingState = Exclude<ExecutionState, { stage: 'idle' | 'completed' }>

/** Whether the review page shows this state. A swap that ended after it was sent is shown on the progress page. */
export function isConfirming(state: ExecutionState): state is ConfirmingState {
  return (
    state.stage !== 'idle' &&
    state.stage !== 'completed' &&
    !(state.stage === 'failed' && state.at === 'watching')
  )
}

/** The last approval of this run that was mined: `amount` is the allowance that was set, undefined if unknown. */
export function findApproval({ done }: Pick<Run, 'done'>): { amount: bigint | undefined } | undefined {
  const approval = done.findLast((process) => process.type === 'approval')
  return approval?.type === 'approval' ? { amount: approval.amount } : undefined
}
