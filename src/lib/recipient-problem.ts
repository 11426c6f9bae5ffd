import { type Address, isNativeToken, sameAddress, ZERO_ADDRESS } from './address.ts'

export type RecipientProblem =
  /** The zero address, or the address that stands for the native token: what is sent there is lost. */
  | 'zero'
  /** The contract of the input or output token. */
  | 'token'
  /** The router. */
  | 'router'

/** Why nothing may be sent to an address, as far as the address alone shows; undefined if nothing speaks against it. */
export function recipientProblem(
  recipient: Address,
  { tokens, router }: { tokens: readonly (Address | undefined)[]; router: Address | undefined },
): RecipientProblem | undefined {
  const is = (other: Address | undefined) => other !== undefined && sameAddress(other, recipient)
  if (is(ZERO_ADDRESS) || isNativeToken(recipient)) return 'zero'
  if (tokens.some(is)) return 'token'
  return is(router) ? 'router' : undefined
}
