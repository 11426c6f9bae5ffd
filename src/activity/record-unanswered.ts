import { reportDefect } from '../errors/report-defect.ts'
import { LATE_MS } from '../lib/thresholds.ts'
import type { ActivityEntry } from '../store/types.ts'
import { readActivity, writeActivity } from './activity-storage.ts'
import { ownerName } from './own-running-swaps.ts'
import { onStoredChange, WRITTEN } from './stored-change.ts'
import { ownSwap } from './swap-owner.ts'
import { canOutliveItsPage, toRouteId, toUnanswered, untilLate } from './to-entry.ts'
import type { ActivityContext } from './types.ts'
import type { WatchEntryOptions } from './watch-entry.ts'

export interface UnansweredOptions extends Pick<WatchEntryOptions, 'signal'> {
  /** The storage key, shared with the record. */
  key: string
  /** The transactions of all swaps except the one with this id. */
  known: (id: string) => ReturnType<WatchEntryOptions['known']>
  /** Records a swap that was found, because it was sent. */
  put: (entry: ActivityEntry) => void
}

/** A request whose deadline passed longer ago is no longer searched. */
const FORGOTTEN_MS = 86_400_000
/** The number of requests that one page searches for. */
const MAX_LOOKS = 5

/**
 * Records open wallet requests of swaps until the wallet answers: a page that is reloaded, closed
 * or removed from its host receives no response, and the wallet may still sign. Searches for the
 * requests of such pages until their deadline has passed on the chain. Returns a function to call
 * on each change of the execution. An entry's id combines route and request, because a route can be
 * requested again while the first request is open.
 */
export function recordUnanswered(
  {
    activity,
    execution,
    chain,
    wallet,
    config,
    reportError,
  }: Omit<ActivityContext, 'emit' | 'events' | 'translation'>,
  { key, signal, known, put }: UnansweredOptions,
): () => void {
  const storageKey = config.getState().storageKey
  const looked = new Set<string>()
  let own: readonly ActivityEntry[] = []

  read()
  const stopReading = onStoredChange(key, read)
  if (signal.aborted) stopReading()
  else signal.addEventListener('abort', stopReading)
  return record

  function record(): void {
    const now = execution.getOpenRequests().flatMap((state) => toUnanswered(state, Date.now()) ?? [])
    const before = own
    if (now.length === before.length && now.every((entry) => before.includes(entry))) return
    own = now
    const stored = now.filter(canOutliveItsPage)
    write(stored, before.filter(canOutliveItsPage))
    for (const entry of stored) void look(entry)
  }

  function write(now: readonly ActivityEntry[], before: readonly ActivityEntry[]): void {
    writeActivity(key, now, before, 'unanswered')
    // Notifies this widget and the others of this document.
    globalThis.dispatchEvent?.(new CustomEvent(WRITTEN, { detail: key }))
  }

  /** With blocked storage no request outlives this page. */
  function read(): void {
    if (signal.aborted) return
    const stored = readActivity(key, 'unanswered')
    const others = stored.filter(({ id }) => own.every((entry) => entry.id !== id))
    activity.setState({ unanswered: [...own, ...others] })
    for (const entry of others.slice(0, MAX_LOOKS)) void look(entry)
  }

  async function look(entry: ActivityEntry): Promise<void> {
    const { id } = entry
    if (looked.has(id) || signal.aborted) return
    looked.add(id)
    const controller = new AbortController()
    const stop = () => controller.abort()
    signal.addEventListener('abort', stop)
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      // Waits until the requesting widget is gone or stops its own search.
      await ownSwap(ownerName(storageKey, id), controller)
      if (!isStored(id)) return
      if (isWatched(entry) || -untilLate(entry) > FORGOTTEN_MS) return forget(entry)
      const { watchEntry } = await import('./watch-entry.ts')
      timer = setTimeout(stop, Math.max(untilLate(entry), 0) + LATE_MS)
      const ended = await watchEntry(entry, {
        chain,
        config,
        wallet,
        signal: controller.signal,
        isUnlikely: true,
        reportError,
        copies: () => [],
        known: () => known(id),
        onWait() {},
        onTrace(found) {
          if (!found.hash || controller.signal.aborted) return
          stop()
          // Watched from here on like any other swap of an earlier page.
          if (!isRecorded(found)) put({ ...found, id: freeId(id) })
          forget(entry)
        },
      })
      if (ended && !controller.signal.aborted) forget(entry)
    } catch (cause) {
      // The next page searches if the code could not be loaded.
      reportDefect(cause, reportError)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      controller.abort()
    }
  }

  function isStored(id: string): boolean {
    return readActivity(key, 'unanswered').some((entry) => entry.id === id)
  }

  /** True if the requesting page has already recorded the swap as possibly sent. */
  function isWatched({ call }: ActivityEntry): boolean {
    return entries().some((entry) => entry.status === 'pending' && entry.call?.data === call?.data)
  }

  function isRecorded({ hash }: ActivityEntry): boolean {
    return entries().some((entry) => entry.hash === hash || entry.replacedHash === hash)
  }

  /** The id of the route, unless another request for it was sent too. */
  function freeId(id: string): string {
    const route = toRouteId(id)
    const isTaken = entries().some(
      (entry) => entry.id === route && (entry.status !== 'failed' || entry.hash !== undefined),
    )
    return isTaken ? id : route
  }

  function entries(): readonly ActivityEntry[] {
    return activity.getState().entries
  }

  function forget(entry: ActivityEntry): void {
    write([], [entry])
  }
}
