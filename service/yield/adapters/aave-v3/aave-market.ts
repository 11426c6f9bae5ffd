import type { Address } from '../../../../src/lib/address.ts'
import type { AaveVersion } from '../../../config/types.ts'

export interface AaveMarket {
  pool: Address
  oracle: Address
  version: AaveVersion
}

/** What of a reserve stays as it is. */
export interface AaveReserve {
  asset: Address
  aToken: Address
  /** Nothing to be asked since 3.2, which abolished borrowing at a stable rate. */
  stableDebt: Address
  variableDebt: Address
  decimals: number
}
