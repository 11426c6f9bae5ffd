import type { ActivityEntry } from './types.ts'

type Ended = Pick<ActivityEntry, 'status' | 'errorCode'>

/**
 * A dropped swap is searched for this long, and shown as possible if it has no deadline, because
 * signers may take days.
 */
export const DROPPED_MS = 7 * 24 * 3_600_000

/**
 * Returns whether a swap is no longer watched although its outcome is unknown. It may still be
 * executed.
 */
export function isDropped({ status, errorCode }: Ended): boolean {
  return status === 'failed' && errorCode === 'TRANSACTION_DROPPED'
}
