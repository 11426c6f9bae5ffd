import type { ActivityEntry } from './types.ts'

type Ended = Pick<ActivityEntry, 'status' | 'errorCode'>

/** So long a dropped swap is looked for again, and warned of where it has no deadline: signers may take days. */
export const DROPPED_MS = 7 * 24 * 3_600_000

/** Whether nobody looks for it any more, without its end being known: it may still be executed. */
export function isDropped({ status, errorCode }: Ended): boolean {
  return status === 'failed' && errorCode === 'TRANSACTION_DROPPED'
}
