import { type Address, sameAddress } from '../lib/address.ts'

/** The message that labels the output of a swap: it does not always arrive at the user. */
export function receiveLabel({ account, receiver }: { account: Address; receiver: Address }) {
  return sameAddress(account, receiver) ? 'review.receive' : 'review.recipientReceives'
}
