import { reportDefect } from '../errors/report-defect.ts'
import { isGivenUp } from '../execution/machine/can-give-up.ts'
import type { ExecutionState, StateOf } from '../execution/machine/types.ts'
import { getCopies, getOtherSwaps } from '../store/get-copies.ts'
import { DROPPED_MS, isDropped } from '../store/is-dropped.ts'
import type { ActivityEntry, Wait } from '../store/types.ts'
import { limit, readActivity, writeActivity } from './activity-storage.ts'
import { announceEnds } from './announce-end.ts'
import { ownerName } from './own-running-swaps.ts'
import { recordUnanswered } from './record-unanswered.ts'
import { onStoredChange, WRITTEN } from './stored-change.ts'
import { ownSwap } from './swap-owner.ts'
import { toEntry } from './to-entry.ts'
import type { ActivityContext } from './types.ts'

/**
 * Records the swaps of the execution, and watches stored pending ones, until aborted. Swaps that
 * the execution still watches then are recorded to their end, and open wallet requests are recorded
 * if they are sent.
 */
export function recordActivity(
  context: ActivityContext,
  { key, signal }: { key: string; signal: AbortSignal },
): void {
  const { activity, execution } = context
  const recorded = new WeakSet<ExecutionState>()
  const watches = new Map<string, AbortController>()
  const storageKey = context.config.getState().storageKey
  /** The ids of entries that the browser did not store, because storage is blocked or full. */
  const unstored = new Set<string>()
  let isReading = false
  let isWriting = false

  // Memory may contain more entries when storage is blocked.
  read(activity.getState().entries)
  const unsubscribers = [
    onStoredChange(key, () => {
      if (!isWriting) read([], activity.getState().entries.filter(isUnstored))
    }),
    activity.subscribe((now, before) => {
      if (now.entries === before.entries) return
      if (!isReading) write(now.entries, before.entries)
      watch()
    }),
    execution.subscribe(record),
    announceEnds(context),
  ]
  const noteRequests = recordUnanswered(context, {
    key,
    signal,
    known: (id) => getOtherSwaps(activity.getState().entries, id),
    put,
  })
  record()
  lookForAllDropped().catch(reportIfDefect)
  // The signal may have been aborted while this code loaded. Open wallet requests are still
  // recorded.
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)

  function reportIfDefect(cause: unknown): undefined {
    reportDefect(cause, context.reportError)
  }

  function stop(): void {
    for (const controller of watches.values()) controller.abort()
    unsubscribers.push(execution.subscribe(stopWhenDone))
    stopWhenDone()
  }

  function stopWhenDone(): void {
    if (execution.isWatching() || execution.getOpenRequests().length > 0) return
    for (const unsubscribe of unsubscribers) unsubscribe()
  }

  function write(now: readonly ActivityEntry[], before: readonly ActivityEntry[]): void {
    // Marks unstored entries as changed, so that this write includes them.
    const known = before.map((entry) => (isUnstored(entry) ? { ...entry } : entry))
    if (!writeActivity(key, now, known)) {
      for (const entry of now) if (!before.includes(entry)) unstored.add(entry.id)
      return
    }
    unstored.clear()
    isWriting = true
    // Notifies the other widgets of this document.
    globalThis.dispatchEvent?.(new CustomEvent(WRITTEN, { detail: key }))
    isWriting = false
  }

  /**
   * `others` add to the stored entries. `newer` replace them unless they are pending, because the
   * stored entry may have ended.
   */
  function read(others: readonly ActivityEntry[], newer: readonly ActivityEntry[] = []): void {
    const stored = readActivity(key)
    const own = newer.filter(({ id, status }) => status !== 'pending' || !has(stored, id))
    const rest = [...stored, ...others.filter(({ id }) => !has(stored, id))]
    isReading = true
    activity.setState({ entries: limit([...own, ...rest.filter(({ id }) => !has(own, id))]) })
    isReading = false
  }

  function isUnstored({ id }: ActivityEntry): boolean {
    return unstored.has(id)
  }

  function record(): void {
    for (const state of [...execution.getBackgroundSwaps(), execution.getState()]) {
      if (recorded.has(state)) continue
      recorded.add(state)
      const known = find(getId(state))
      // A later search found more than the execution knows.
      if (isGivenUp(state) && known && known.status !== 'pending' && !isDropped(known)) continue
      // The wallet answered after another widget had found the transaction.
      if (state.stage === 'watching' && known && isEndOf(known, state)) continue
      const entry = toEntry(state, known, Date.now())
      if (entry && !isSame(entry, known)) put(entry)
    }
    noteRequests()
    watch()
  }

  function put(entry: ActivityEntry): void {
    activity.setState(({ entries }) => ({
      entries: limit([entry, ...entries.filter(({ id }) => id !== entry.id)]),
    }))
  }

  function find(id: string | undefined): ActivityEntry | undefined {
    return activity.getState().entries.find((entry) => entry.id === id)
  }

  /** Watches exactly the pending entries that the execution does not watch. */
  function watch(): void {
    if (signal.aborted) return
    const own = new Set([...execution.getBackgroundSwaps(), execution.getState()].map(getId))
    const pending = activity
      .getState()
      .entries.filter(({ id, status }) => status === 'pending' && !own.has(id))
    for (const [id, controller] of watches) {
      if (pending.some((entry) => entry.id === id)) continue
      watches.delete(id)
      controller.abort()
    }
    for (const entry of pending) {
      if (!watches.has(entry.id)) void start(entry)
    }
  }

  async function start(entry: ActivityEntry): Promise<void> {
    const { id } = entry
    const controller = new AbortController()
    watches.set(id, controller)
    showOnForm(id)
    try {
      const { emitEnd, watchEntry } = await loadWatchEntry()
      await ownSwap(ownerName(storageKey, id), controller)
      controller.signal.throwIfAborted()
      if (isToldElsewhere(id)) return read([])
      const pending = find(id) ?? entry
      const ended = await watchEntry(pending, {
        ...context,
        signal: controller.signal,
        ...copiesOf(id),
        onTrace: (traced) => {
          if (!controller.signal.aborted) put(withCopies(traced, find(id)))
        },
        onWait: (wait) => setWait(id, wait),
      })
      // Without an end the entry stays pending, and is watched the next time.
      if (!ended || controller.signal.aborted) return
      if (isToldElsewhere(id)) return read([])
      put(withCopies(ended, find(id)))
      emitEnd(context.emit, pending, ended)
    } catch (cause) {
      reportIfDefect(cause)
    } finally {
      const isTaken = controller.signal.aborted && watches.get(id) === controller
      controller.abort()
      setWait(id, undefined)
      // Another widget took over, and may be closed before this one.
      if (isTaken && !signal.aborted) {
        watches.delete(id)
        watch()
      }
    }
  }

  /** Searches one swap after the other, because each search polls the node. */
  async function lookForAllDropped(): Promise<void> {
    const dropped = activity.getState().entries.filter((entry) => mayHaveHappened(entry, Date.now()))
    const newestFirst = dropped.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
    for (const entry of newestFirst.slice(0, MAX_LOOKS)) {
      if (signal.aborted) return
      await lookForDropped(entry)
    }
  }

  async function lookForDropped({ id }: ActivityEntry): Promise<void> {
    // The next page searches if the code cannot be loaded.
    const loaded = await import('./look-again.ts').catch(reportIfDefect)
    await loaded?.lookAgain(
      { id },
      { ...context, signal, put: putFound, read: () => find(id), ...copiesOf(id) },
    )
  }

  /**
   * The form shows the found end, because an earlier page reported an unknown outcome. The
   * execution may outlive that page, so its own dropped swap is dismissed.
   */
  function putFound(entry: ActivityEntry): void {
    put(entry)
    showOnForm(entry.id)
    const isFound = (state: ExecutionState) => isGivenUp(state) && getId(state) === entry.id
    if (isFound(execution.getState())) execution.dismiss()
    for (const swap of execution.getBackgroundSwaps().filter(isFound)) execution.dismissBackgroundSwap(swap)
  }

  /** Transactions that may be this swap, and transactions of other swaps. */
  function copiesOf(id: string) {
    return {
      copies: () => getCopies(find(id)),
      known: () => getOtherSwaps(activity.getState().entries, id),
    }
  }

  /** Shows the entry on the form until the user dismisses it. */
  function showOnForm(id: string): void {
    activity.setState(({ resumed }) => ({ resumed: [...resumed.filter((other) => other !== id), id] }))
  }

  function setWait(id: string, wait: Wait | undefined): void {
    activity.setState(({ waits: { [id]: _, ...others } }) => ({
      waits: wait ? { ...others, [id]: wait } : others,
    }))
  }

  /** True if the previous owner has already stored the end. */
  function isToldElsewhere(id: string): boolean {
    return readActivity(key).some((entry) => entry.id === id && entry.status !== 'pending')
  }
}

/** The number of dropped swaps that one page searches for. */
const MAX_LOOKS = 5

/** True if the swap was dropped recently, so that it may have been executed. */
function mayHaveHappened(entry: ActivityEntry, now: number): boolean {
  return isDropped(entry) && entry.call !== undefined && now < (entry.endedAt ?? 0) + DROPPED_MS
}

/** Adds transactions that were sent again while the entry was watched. */
function withCopies(entry: ActivityEntry, known: ActivityEntry | undefined): ActivityEntry {
  return known?.copies ? { ...entry, copies: known.copies } : entry
}

async function loadWatchEntry() {
  const [{ emitEnd }, { watchEntry }] = await Promise.all([
    import('./emit-end.ts'),
    import('./watch-entry.ts'),
  ])
  return { emitEnd, watchEntry }
}

function has(entries: readonly ActivityEntry[], id: string): boolean {
  return entries.some((entry) => entry.id === id)
}

/** True if nothing changed: a widget mounted again records its last swap once more. */
function isSame(entry: ActivityEntry, known: ActivityEntry | undefined): boolean {
  return (
    entry.status === known?.status &&
    entry.hash === known.hash &&
    entry.errorCode === known.errorCode &&
    entry.trace?.nonce === known.trace?.nonce &&
    entry.trace?.fromBlock === known.trace?.fromBlock
  )
}

/** True if the entry contains the end of the watched transaction. */
function isEndOf({ status, ...entry }: ActivityEntry, { hash }: StateOf<'watching'>): boolean {
  if (status === 'pending') return false
  return hash === undefined ? status === 'done' : [entry.hash, entry.replacedHash].includes(hash)
}

function getId(state: ExecutionState): string | undefined {
  return state.stage === 'idle' ? undefined : state.intent.id
}
