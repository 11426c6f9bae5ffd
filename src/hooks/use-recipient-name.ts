import { type Address, sameAddress } from '../../wire/lib/address.ts'
import { useForm } from './use-form.ts'

/**
 * Returns the ENS name by which the user found a recipient. Undefined for an address that was
 * entered directly.
 */
export function useRecipientName(recipient: Address | undefined): string | undefined {
  const named = useForm((form) => form.namedRecipient)
  return recipient && named && sameAddress(named.address, recipient) ? named.name : undefined
}
