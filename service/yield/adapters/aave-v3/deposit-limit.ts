import type { ReserveConfig } from '../../../modules/aave-v3/reserve-config.ts'
import type { DepositLimit } from '../../core/adapter.ts'
import { RAY } from '../../core/earnings.ts'

export interface Supplied {
  /** Deposits including interest. */
  assets: bigint
  /** The treasury's scaled share at the pool's last update. */
  accruedToTreasury: bigint
  /** Value of one ray, in ray: of deposits now, and of debt now and at the last update. */
  income: bigint
  debtIndex: bigint
  lastDebtIndex: bigint
  /** Variable-rate debt including interest. */
  debt: bigint
}

const BASIS_POINTS = 10_000n
/** Margin, because versions round the parts of the sum differently. */
const ROUNDING = 4n

/** Returns the deposit limit that the pool enforces, or undefined without one. */
export function depositLimit(config: ReserveConfig, supplied: Supplied): DepositLimit | undefined {
  const { isActive, isPaused, isFrozen, supplyCap, decimals } = config
  if (!isActive) return { room: 0n, closed: 'inactive' }
  if (isPaused) return { room: 0n, closed: 'paused' }
  if (isFrozen) return { room: 0n, closed: 'frozen' }
  if (supplyCap === 0n) return undefined
  const room = supplyCap * 10n ** decimals - countedBySupplyCap(config, supplied)
  return { room: room > ROUNDING ? room - ROUNDING : 0n }
}

/** Adds the treasury's part to the deposits: accrued at the last update, and earned since. */
function countedBySupplyCap({ reserveFactor }: ReserveConfig, supplied: Supplied): bigint {
  const { assets, accruedToTreasury, income, debt, debtIndex, lastDebtIndex } = supplied
  const interest = debtIndex > 0n ? (debt * (debtIndex - lastDebtIndex)) / debtIndex : 0n
  return assets + (accruedToTreasury * income) / RAY + (interest * reserveFactor) / BASIS_POINTS
}
