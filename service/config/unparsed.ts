import { type ChainName, getChainName } from '../../src/lib/chain-names.ts'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The chains of an unparsed config; none where it has no list of them. */
export function getUnparsedChains(value: unknown): readonly unknown[] {
  return isRecord(value) && Array.isArray(value.chains) ? value.chains : []
}

/** Undefined where an unparsed chain has no name, or one that is not known. */
export function getUnparsedName(chain: unknown): ChainName | undefined {
  return isRecord(chain) && typeof chain.name === 'string' ? getChainName(chain.name) : undefined
}
