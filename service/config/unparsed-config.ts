import { getChainName } from '../../wire/lib/chain-names.ts'
import { toChainName } from '../lib/chain-name.ts'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The chains of an unparsed config; none where it has no list of them. */
export function getUnparsedChains(value: unknown): readonly unknown[] {
  return isRecord(value) && Array.isArray(value.chains) ? value.chains : []
}

/** The canonical name of an unparsed chain; undefined without a valid one. */
export function getUnparsedName(chain: unknown): string | undefined {
  return isRecord(chain) && typeof chain.name === 'string' ? toChainName(chain.name) : undefined
}

/** True for a name that is invalid, or unknown without an id: such a name is probably misspelled. */
export function isMisspelled(chain: unknown): boolean {
  if (!isRecord(chain) || typeof chain.name !== 'string') return false
  return toChainName(chain.name) === undefined || (chain.id === undefined && !getChainName(chain.name))
}
