import type { Widget } from './types.ts'

/**
 * Returns to the form when the account changes before a reviewed swap is confirmed: price and balance were those of the
 * old account. Returns the unsubscribe function.
 */
export function leaveReviewOnAccountChange(widget: Widget): () => void {
  const { wallet, review, execution, navigation } = widget
  const leave = () => {
    const { intent } = review.getState()
    const { status, address } = wallet.getState()
    // A failure stays visible until the user dismisses it.
    if (!intent || isUnderConfirmation(widget)) return
    if (status === 'connecting' || status === 'reconnecting' || address === intent.account) return
    review.setState({ intent: undefined })
    if (navigation.getState().stack.at(-1) === 'review') navigation.getState().home()
  }
  const unsubscribers = [wallet.subscribe(leave), execution.subscribe(leave)]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/** Whether the swap under review has been confirmed and its progress or outcome is shown. */
export function isUnderConfirmation({ execution, review }: Pick<Widget, 'execution' | 'review'>): boolean {
  const state = execution.getState()
  return state.stage !== 'idle' && state.intent.id === review.getState().intent?.id
}
