import type { SluiceError } from '../../errors/sluice-error.ts'

export type RevertCause = 'gas' | 'price' | 'late' | 'unknown'

/** The reasons that routers report for a call after its deadline. */
const LATE_REASONS = /^Expired\b|deadline|transaction too old/i

/** Returns why a mined transaction reverted. Undefined for an error that is not a revert. */
export function getRevertCause({ code, details }: SluiceError): RevertCause | undefined {
  if (code === 'SLIPPAGE_EXCEEDED') return 'price'
  if (code !== 'TRANSACTION_REVERTED') return undefined
  // `watch-transaction.ts` reports this reason when a transaction used its whole gas limit.
  if (details !== undefined && /out of gas/i.test(details)) return 'gas'
  return details !== undefined && LATE_REASONS.test(details) ? 'late' : 'unknown'
}
