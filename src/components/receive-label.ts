import { type Address, sameAddress } from '../lib/address.ts'

/** The message that labels the output of a swap: it does not always arrive at the user, nor is it always an estimate. */
export function receiveLabel({
  account,
  receiver,
  outputAmount,
}: {
  account: Address
  receiver: Address
  outputAmount?: bigint | undefined
}) {
  const isSelf = sameAddress(account, receiver)
  if (outputAmount !== undefined) return isSelf ? 'review.receiveExactly' : 'review.recipientReceivesExactly'
  return isSelf ? 'review.receive' : 'review.recipientReceives'
}
