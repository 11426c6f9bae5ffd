import { type Address, sameAddress } from '../../wire/lib/address.ts'

/** The number of digits that users compare at each end. */
const COMPARED = 4

/**
 * The known address that another one imitates: it has the same first and last digits, and differs
 * in between. Undefined if no such address is known, or if the address itself is known.
 */
export function findSimilarAddress(address: Address, known: readonly Address[]): Address | undefined {
  if (known.some((other) => sameAddress(other, address))) return undefined
  const ends = getEnds(address)
  return known.find((other) => getEnds(other) === ends)
}

function getEnds(address: Address): string {
  const digits = address.slice(2).toLowerCase()
  return digits.slice(0, COMPARED) + digits.slice(-COMPARED)
}
