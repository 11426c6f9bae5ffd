import { type Address, isNativeToken, sameAddress, ZERO_ADDRESS } from '../../wire/lib/address.ts'

export type RecipientProblem =
  /** The zero address, or the address of the native token: tokens sent there are lost. */
  | 'zero'
  /** The contract of the input or output token. */
  | 'token'
  /** The router. */
  | 'router'

/**
 * The reason why an address cannot be a recipient, as far as the address alone shows; undefined if
 * it can be one.
 */
export function recipientProblem(
  recipient: Address,
  { tokens, router }: { tokens: readonly (Address | undefined)[]; router: Address | undefined },
): RecipientProblem | undefined {
  const is = (other: Address | undefined) => other !== undefined && sameAddress(other, recipient)
  if (is(ZERO_ADDRESS) || isNativeToken(recipient)) return 'zero'
  if (tokens.some(is)) return 'token'
  return is(router) ? 'router' : undefined
}
