import { type Address, readAddress } from '../../lib/address.ts'
import { type RecipientProblem, recipientProblem } from '../../lib/recipient-problem.ts'

export type RecipientReading =
  | { kind: 'empty' }
  /** The beginning of an address. */
  | { kind: 'incomplete' }
  /** Cannot become an address by typing on. */
  | { kind: 'invalid' }
  | { kind: 'refused'; problem: RecipientProblem }
  | { kind: 'address'; address: Address }

const BEGINNING = /^(?:0|0x[0-9a-f]{0,39})$/i

/** Reads a typed or pasted recipient, as far as the text alone shows. The checksum is checked elsewhere. */
export function readRecipient(
  text: string,
  contracts: { tokens: readonly (Address | undefined)[]; router: Address | undefined },
): RecipientReading {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  if (BEGINNING.test(typed)) return { kind: 'incomplete' }
  const address = readAddress(typed)
  if (!address) return { kind: 'invalid' }
  const problem = recipientProblem(address, contracts)
  return problem ? { kind: 'refused', problem } : { kind: 'address', address }
}
