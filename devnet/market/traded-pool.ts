import type { ManifestToken } from '../plan/manifest.ts'
import type { DeskCall } from '../setup/trading-desk.ts'

/** A pool from the market maker's view. Prices are of base units: token1 per token0. */
export interface TradedPool {
  tokens: readonly [ManifestToken, ManifestToken]
  /** As a share: 0.003 is 0.3 %. */
  fee: number
  price: number
  /** The desk's call that moves the pool to a price. */
  moveTo(price: number): DeskCall
}
