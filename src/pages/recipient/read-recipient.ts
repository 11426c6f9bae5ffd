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
  /** What may be an ENS name. */
  | { kind: 'name'; name: string }

const BEGINNING = /^(?:0|0x[0-9a-f]{0,39})$/i
/** Labels with dots between them, the last of two characters at least. */
const NAME = /^[^\s.]+(?:\.[^\s.]+)*\.[^\s.]{2,}$/u
const NAME_BEGINNING = /^[\p{L}\p{N}_-]+(?:\.[^\s.]*)*$/u
const MAX_NAME = 255

/** Reads a typed or pasted recipient, as far as the text alone shows. The checksum is checked elsewhere. */
export function readRecipient(
  text: string,
  {
    hasNames,
    ...contracts
  }: {
    tokens: readonly (Address | undefined)[]
    router: Address | undefined
    /** Whether names can be looked up. */
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
