import type { ActivityEntry, ActivityState } from './types.ts'

/** Whether the wallet does not say if it sent this pending swap, or not any more: it is looked for. */
export function isUncertain(
  { id, status, hash, batchId }: ActivityEntry,
  waits: ActivityState['waits'],
): boolean {
  return status === 'pending' && hash === undefined && (batchId === undefined || waits[id] === 'silent')
}
