import type { Address } from '../../../wire/lib/address.ts'
import type { VersionedMap } from '../snapshot/versioned-map.ts'

export interface TokenMetadata {
  address: Address
  symbol: string
  name: string
  decimals: number
}

/** Tokens in lower case. */
export type TokenSet = VersionedMap<string, true>
