import { isDropped } from '../store/is-dropped.ts'
import type { ActivityEntry } from '../store/types.ts'
import { emitEnd } from './emit-end.ts'
import { ownerName } from './own-running-swaps.ts'
import { STORED_MS, takeIfFree } from './swap-owner.ts'
import type { ActivityContext } from './types.ts'
import { type WatchEntryOptions, watchEntry } from './watch-entry.ts'

export interface LookAgainOptions extends Pick<WatchEntryOptions, 'signal' | 'copies' | 'known'> {
  /** Reads the current entry from storage. */
  read: () => ActivityEntry | undefined
  put: (entry: ActivityEntry) => void
}

/**
 * Enough for a node that is a few blocks behind. Counts polls, because a hidden page polls once a
 * minute.
 */
const MAX_POLLS = 5

/**
 * Searches once more for a dropped swap: it may have been executed since, or the node was behind. A
 * result replaces the dropped entry and is emitted. Skips a swap that another tab or widget
 * searches for.
 */
export async function lookAgain(
  { id }: Pick<ActivityEntry, 'id'>,
  {
    signal,
    read,
    put,
    ...options
  }: LookAgainOptions & Pick<ActivityContext, 'chain' | 'config' | 'wallet' | 'emit' | 'reportError'>,
): Promise<void> {
  const giveUp = await takeIfFree(ownerName(options.config.getState().storageKey, id))
  if (!giveUp) return
  try {
    const dropped = read()
    if (signal.aborted || !dropped || !isDropped(dropped)) return
    const ended = await watchEntry(dropped, {
      ...options,
      signal,
      maxPolls: MAX_POLLS,
      onWait() {},
      onTrace() {},
    })
    const known = read()
    // The swap may have been retried during the search.
    const isSame = known && isDropped(known) && known.endedAt === dropped.endedAt
    if (!ended || isDropped(ended) || signal.aborted || !isSame) return
    put(ended)
    emitEnd(options.emit, dropped, ended)
  } finally {
    giveUp(STORED_MS)
  }
}
