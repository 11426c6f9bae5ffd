import { type ChosenRecipient, chosenRecipient } from '../store/chosen-recipient.ts'
import { useConfig } from './use-config.ts'
import { useForm } from './use-form.ts'

/** Returns the recipient of the output if it is not the connected account. */
export function useRecipient(): ChosenRecipient {
  const sendsToRecipient = useForm((form) => form.sendsToRecipient)
  const recipient = useForm((form) => form.recipient)
  return chosenRecipient({ sendsToRecipient, recipient }, useConfig())
}
