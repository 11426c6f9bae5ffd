import type { ActivityEntry, ActivityState } from './types.ts'

/** Whether the wallet does not say if it sent this pending swap, or not any more: it is looked for. */
export function isUncertain(
  { id, status, hash, batchId }: ActivityEntry,
  unseen: ActivityState['unseen'],
): boolean {
  return status === 'pending' && hash === undefined && (batchId === undefined || unseen.includes(id))
}
