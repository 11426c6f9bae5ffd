import type { TokenRecord } from '../../wire/tokens.ts'

/** A record of the catalogue with fields that only the search uses. */
export interface IndexedToken extends TokenRecord {
  /** The full symbol if `symbol` is truncated. */
  fullSymbol?: string
}
