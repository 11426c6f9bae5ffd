import { CHAIN_NAMES, getChainName } from '../../wire/lib/chain-names.ts'

/**
 * A custom chain name of an operator. It starts with a letter, so that it never equals a network
 * id.
 */
const OWN_NAME = /^[a-z][a-z0-9-]{0,39}$/

/**
 * Returns the canonical name of a chain: a name of the interface, matched by name or alias in any
 * case, or a valid custom name in lower case. Returns undefined for other text.
 */
export function toChainName(value: string): string | undefined {
  const name = value.trim().toLowerCase()
  return getChainName(name) ?? (OWN_NAME.test(name) ? name : undefined)
}

/** The rule for the name of a configured chain, as an error message. */
export const CHAIN_NAME_RULE = `must be one of ${Object.keys(CHAIN_NAMES).join(', ')}, or a name of your own beside its id: letters, digits and hyphens, a letter first, 40 at most`
