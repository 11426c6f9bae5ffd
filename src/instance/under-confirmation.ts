import type { Widget } from './types.ts'

/** True if the swap under review has been confirmed and its progress or outcome is shown. */
export function isUnderConfirmation({ execution, review }: Pick<Widget, 'execution' | 'review'>): boolean {
  const state = execution.getState()
  return state.stage !== 'idle' && state.intent.id === review.getState().intent?.id
}
