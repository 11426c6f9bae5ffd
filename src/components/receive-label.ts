import { type Address, sameAddress } from '../../wire/lib/address.ts'

/**
 * Returns the message that labels the output of a swap, by its recipient and whether it is exact.
 */
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
