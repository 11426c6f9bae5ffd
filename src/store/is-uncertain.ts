import type { ActivityEntry, ActivityState } from './types.ts'

/**
 * Returns whether the wallet has not reported, or no longer reports, if it sent this pending swap.
 */
export function isUncertain(
  { id, status, hash, batchId }: ActivityEntry,
  waits: ActivityState['waits'],
): boolean {
  return status === 'pending' && hash === undefined && (batchId === undefined || waits[id] === 'silent')
}
