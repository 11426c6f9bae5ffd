import type { ReserveConfig } from '../../../modules/aave-v3/reserve-config.ts'
import type { DepositLimit } from '../../core/adapter.ts'
import { RAY } from '../../core/earnings.ts'

export interface Supplied {
  /** Of the depositors, interest included. */
  assets: bigint
  /** The treasury's, scaled, up to the pool's last update. */
  accruedToTreasury: bigint
  /** What a ray of each has become: by now, and at the last update. */
  income: bigint
  debtIndex: bigint
  lastDebtIndex: bigint
  /** Lent at variable rates, interest included. */
  debt: bigint
}

const BASIS_POINTS = 10_000n
/** Versions round the parts of the sum differently. */
const ROUNDING = 4n

/** The deposit limit the pool enforces; undefined without one. */
export function depositLimit(config: ReserveConfig, supplied: Supplied): DepositLimit | undefined {
  const { isActive, isPaused, isFrozen, supplyCap, decimals } = config
  if (!isActive) return { room: 0n, closed: 'inactive' }
  if (isPaused) return { room: 0n, closed: 'paused' }
  if (isFrozen) return { room: 0n, closed: 'frozen' }
  if (supplyCap === 0n) return undefined
  const room = supplyCap * 10n ** decimals - countedBySupplyCap(config, supplied)
  return { room: room > ROUNDING ? room - ROUNDING : 0n }
}

/** The treasury's part besides the deposits: accrued at the last update, and earned since. */
function countedBySupplyCap({ reserveFactor }: ReserveConfig, supplied: Supplied): bigint {
  const { assets, accruedToTreasury, income, debt, debtIndex, lastDebtIndex } = supplied
  const interest = debtIndex > 0n ? (debt * (debtIndex - lastDebtIndex)) / debtIndex : 0n
  return assets + (accruedToTreasury * income) / RAY + (interest * reserveFactor) / BASIS_POINTS
}
