import type { ActivityEntry } from './types.ts'

/** Whether the wallet did not say if it sent this pending swap: it is looked for. */
export function isUncertain({ status, hash, batchId }: ActivityEntry): boolean {
  return status === 'pending' && hash === undefined && batchId === undefined
}
