import type { TokenRecord } from '../../src/wire/tokens.ts'

/** A record of the catalogue, with what its search needs and its answers leave out. */
export interface IndexedToken extends TokenRecord {
  /** The whole symbol, where the one that is returned is cut. */
  fullSymbol?: string
}
