import type { Widget } from './types.ts'

/**
 * A review is made for one account: when the wallet leaves it and no swap runs, back to the form, whose price
 * and balance then are the new account's. Returns the function that ends it.
 */
export function leaveReviewOnAccountChange({ wallet, review, execution, navigation }: Widget): () => void {
  const leave = () => {
    const { intent } = review.getState()
    const { status, address } = wallet.getState()
    // A failure stays on the screen until the person has read it.
    if (!intent || execution.getState().stage !== 'idle') return
    if (status === 'connecting' || status === 'reconnecting' || address === intent.account) return
    review.setState({ intent: undefined })
    if (navigation.getState().stack.at(-1) === 'review') navigation.getState().home()
  }
  const ends = [wallet.subscribe(leave), execution.subscribe(leave)]
  return () => {
    for (const end of ends) end()
  }
}
