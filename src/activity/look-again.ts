import { isDropped } from '../store/is-dropped.ts'
import type { ActivityEntry } from '../store/types.ts'
import { emitEnd } from './emit-end.ts'
import { ownerName } from './own-running-swaps.ts'
import { ownSwap } from './swap-owner.ts'
import type { ActivityContext } from './types.ts'
import { type WatchEntryOptions, watchEntry } from './watch-entry.ts'

export interface LookAgainOptions extends Pick<WatchEntryOptions, 'signal' | 'copies' | 'known'> {
  /** The entry as it is stored now. */
  read: () => ActivityEntry | undefined
  put: (entry: ActivityEntry) => void
}

/** So long the chain is asked for one of them. */
const LOOK_MS = 60_000

/**
 * Looks once more for a swap that an earlier page called dropped: it may have been executed since, or the node that was asked
 * was behind. What is found replaces what was told, in the record and in the events.
 */
export async function lookAgain(
  { id }: Pick<ActivityEntry, 'id'>,
  {
    signal,
    read,
    put,
    ...options
  }: LookAgainOptions & Pick<ActivityContext, 'chain' | 'config' | 'wallet' | 'emit'>,
): Promise<void> {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(end, LOOK_MS)
  signal.addEventListener('abort', end, { once: true })
  try {
    await ownSwap(ownerName(options.config.getState().storageKey, id), controller)
    const dropped = read()
    if (!dropped || !isDropped(dropped)) return
    const ended = await watchEntry(dropped, {
      ...options,
      signal: controller.signal,
      onWait() {},
      onTrace() {},
    })
    // It may have been tried again meanwhile.
    if (!ended || isDropped(ended) || controller.signal.aborted || read()?.status !== 'failed') return
    put(ended)
    emitEnd(options.emit, dropped, ended)
  } catch {
    // Aborted: the next page looks again.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}
