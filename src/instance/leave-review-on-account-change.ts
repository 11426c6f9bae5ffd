import type { Widget } from './types.ts'

/**
 * A review is made for one account: when the wallet leaves it before it is confirmed, back to the form, whose price
 * and balance then are the new account's. Returns the function that ends it.
 */
export function leaveReviewOnAccountChange(widget: Widget): () => void {
  const { wallet, review, execution, navigation } = widget
  const leave = () => {
    const { intent } = review.getState()
    const { status, address } = wallet.getState()
    // A failure stays on the screen until the person has read it.
    if (!intent || isUnderConfirmation(widget)) return
    if (status === 'connecting' || status === 'reconnecting' || address === intent.account) return
    review.setState({ intent: undefined })
    if (navigation.getState().stack.at(-1) === 'review') navigation.getState().home()
  }
  const ends = [wallet.subscribe(leave), execution.subscribe(leave)]
  return () => {
    for (const end of ends) end()
  }
}

/** Whether the swap under review has been confirmed, and what became of it stands on the screen. */
export function isUnderConfirmation({ execution, review }: Pick<Widget, 'execution' | 'review'>): boolean {
  const state = execution.getState()
  return state.stage !== 'idle' && state.intent.id === review.getState().intent?.id
}
