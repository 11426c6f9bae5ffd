import { sameAddress } from '../../../wire/lib/address.ts'
import { isOfferedTrade } from '../../config/is-offered-trade.ts'
import type { Widget } from '../../instance/types.ts'
import { isUnderConfirmation } from '../../instance/under-confirmation.ts'
import { chosenRecipient } from '../../store/chosen-recipient.ts'

/**
 * Returns to the form when the account, the recipient or the host's rules change before a reviewed
 * swap is confirmed: its price, balance or calldata would belong to the old values, or the host no
 * longer offers the swap. The form then shows the reason. Returns the unsubscribe function.
 */
export function leaveOutdatedReview(widget: Widget): () => void {
  const { wallet, review, execution, navigation, form, config } = widget
  const leave = () => {
    const { intent } = review.getState()
    const { status, address } = wallet.getState()
    // A failure stays visible until the user dismisses it.
    if (!intent || isUnderConfirmation(widget)) return
    const isOffered = isOfferedTrade(config.getState(), intent)
    if (isOffered && (status === 'connecting' || status === 'reconnecting')) return
    const { isWanted, recipient } = chosenRecipient(form.getState(), config.getState())
    const receiver = isWanted ? recipient : intent.account
    const isSameReceiver = receiver !== undefined && sameAddress(receiver, intent.receiver)
    const isSameAccount = address === intent.account
    if (isOffered && isSameAccount && isSameReceiver) return
    const isShown = navigation.getState().stack.at(-1) === 'review'
    const reason = !isOffered ? 'rules' : !address ? 'disconnect' : isSameAccount ? 'recipient' : 'account'
    review.setState({ intent: undefined, closedBy: isShown ? reason : undefined })
    if (isShown) navigation.getState().home()
  }
  leave()
  const unsubscribers = [wallet, execution, form, config].map(({ subscribe }) => subscribe(leave))
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
