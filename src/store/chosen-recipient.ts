import type { Address } from '../../wire/lib/address.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { FormState } from './types.ts'

/** The recipient of the form's output. */
export interface ChosenRecipient {
  /** True if the output goes to another address than the connected account. */
  isWanted: boolean
  /** Undefined if not wanted or not entered yet. */
  recipient: Address | undefined
}

/** Returns the recipient of the form within the limits of the config. */
export function chosenRecipient(
  { sendsToRecipient, recipient }: Pick<FormState, 'sendsToRecipient' | 'recipient'>,
  config: Pick<ResolvedConfig, 'recipient'>,
): ChosenRecipient {
  const isWanted = config.recipient === 'required' || (config.recipient === 'optional' && sendsToRecipient)
  return { isWanted, recipient: isWanted ? recipient : undefined }
}
