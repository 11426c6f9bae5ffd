import type { Widget } from './types.ts'

/**
 * A review is made for one account: when the wallet leaves it before the swap has started, back to the form,
 * whose price and balance then are the new account's. Returns the function that ends it.
 */
export function leaveReviewOnAccountChange({ wallet, review, execution, navigation }: Widget): () => void {
  return wallet.subscribe(() => {
    const { intent } = review.getState()
    const { status, address } = wallet.getState()
    if (!intent || execution.getState().stage !== 'idle') return
    if (status === 'connecting' || status === 'reconnecting' || address === intent.account) return
    review.setState({ intent: undefined })
    if (navigation.getState().stack.at(-1) === 'review') navigation.getState().home()
  })
}
