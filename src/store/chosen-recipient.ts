import type { ResolvedConfig } from '../config/types.ts'
import type { Address } from '../lib/address.ts'
import type { FormState } from './types.ts'

/** Where the output of the form goes. */
export interface ChosenRecipient {
  /** The output goes to another address than the connected account. */
  isWanted: boolean
  /** Undefined: not wanted, or not entered yet. */
  recipient: Address | undefined
}

/** The recipient of the form, as far as the config allows one. */
export function chosenRecipient(
  { sendsToRecipient, recipient }: Pick<FormState, 'sendsToRecipient' | 'recipient'>,
  config: Pick<ResolvedConfig, 'recipient'>,
): ChosenRecipient {
  const isWanted = config.recipient === 'required' || (config.recipient === 'optional' && sendsToRecipient)
  return { isWanted, recipient: isWanted ? recipient : undefined }
}
