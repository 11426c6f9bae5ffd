import { type Address, readAddress } from '../../../wire/lib/address.ts'
import { type RecipientProblem, recipientProblem } from '../../lib/recipient-problem.ts'

export type RecipientReading =
  | { kind: 'empty' }
  /** The text is the start of an address. */
  | { kind: 'incomplete' }
  /** No further typing can turn the text into an address. */
  | { kind: 'invalid' }
  | { kind: 'refused'; problem: RecipientProblem }
  | { kind: 'address'; address: Address }
  /** A possible ENS name. */
  | { kind: 'name'; name: string }

const BEGINNING = /^(?:0|0x[0-9a-f]{0,39})$/i
/** Labels separated by dots, the last with at least two characters. */
const NAME = /^[^\s.]+(?:\.[^\s.]+)*\.[^\s.]{2,}$/u
const NAME_BEGINNING = /^[\p{L}\p{N}_-]+(?:\.[^\s.]*)*$/u
const MAX_NAME = 255

/**
 * Parses a typed or pasted recipient without network requests. `useChecksum` verifies the checksum.
 */
export function readRecipient(
  text: string,
  {
    hasNames,
    ...contracts
  }: {
    tokens: readonly (Address | undefined)[]
    router: Address | undefined
    /** True if the chain can resolve names. */
    hasNames: boolean
  },
): RecipientReading {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  if (BEGINNING.test(typed)) return { kind: 'incomplete' }
  const address = readAddress(typed)
  if (!address && hasNames && typed.length <= MAX_NAME && !/^0x/i.test(typed)) {
    if (NAME.test(typed)) return { kind: 'name', name: typed }
    if (NAME_BEGINNING.test(typed)) return { kind: 'incomplete' }
  }
  if (!address) return { kind: 'invalid' }
  const problem = recipientProblem(address, contracts)
  return problem ? { kind: 'refused', problem } : { kind: 'address', address }
}
