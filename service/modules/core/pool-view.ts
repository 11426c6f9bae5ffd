import type { Address } from '../../../src/lib/address.ts'
import type { Curve } from './curve.ts'

/** One pool in one direction-free view, as catalogue and rates read it. Amounts are base units. */
export interface PoolView {
  address: Address
  /** Module id. */
  module: string
  tokens: readonly [Address, Address]
  /** Fee in hundredths of a bip (3000 is 0.3 %). */
  fee: number
  /** Depth around the current price: reserves of a V2 pool, virtual reserves of a V3 pool's active range. */
  depth: readonly [bigint, bigint]
  /** Units of `tokens[1]` for one of `tokens[0]` at the margin. Default: as the depths say. */
  spot?: { numerator: bigint; denominator: bigint }
  /** What it really pays, in float64; undefined when it pays nothing. Default: a product of the depths. */
  curve?(zeroForOne: boolean): Curve | undefined
  /** Default: an exchange. */
  origin?: { kind: 'dex' | 'lending' | 'wrap' }
}
