import { isUnderConfirmation } from './is-under-confirmation.ts'
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
