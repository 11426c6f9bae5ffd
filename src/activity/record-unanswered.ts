import type { ExecutionState } from '../execution/machine/types.ts'
import type { ActivityEntry } from '../store/types.ts'
import { readActivity, writeActivity } from './activity-storage.ts'
import { ownerName } from './own-running-swaps.ts'
import { onStoredChange, WRITTEN } from './stored-change.ts'
import { ownSwap } from './swap-owner.ts'
import { toUnanswered } from './to-entry.ts'
import type { ActivityContext } from './types.ts'
import type { WatchEntryOptions } from './watch-entry.ts'

export interface UnansweredOptions extends Pick<WatchEntryOptions, 'signal'> {
  /** Of the stored swaps. */
  key: string
  /** The hashes of the other swaps of the record. */
  known: (id: string) => ReturnType<WatchEntryOptions['known']>
  /** Records a swap that was found: it was sent. */
  put: (entry: ActivityEntry) => void
}

/** A node may be behind, or answer nothing for a while: after this a page stops looking, and the next one begins again. */
const LATE_MS = 600_000
/** Nobody looks for older ones. */
const MAX_AGE_MS = 7 * 86_400_000

/**
 * Keeps the swaps that the wallet is asked to sign until it has answered: a page that is reloaded, closed or taken out of its
 * host hears no answer, and the wallet may sign all the same. Looks for those that such a page left, until their deadline has
 * passed on the chain. Returns the function that hears of each change of the execution.
 */
export function recordUnanswered(
  { activity, execution, chain, wallet, config }: Omit<ActivityContext, 'emit' | 'events' | 'translation'>,
  { key, signal, known, put }: UnansweredOptions,
): () => void {
  const storageKey = config.getState().storageKey
  const seen = new WeakSet<ExecutionState>()
  const looking = new Set<string>()
  let own: readonly ActivityEntry[] = []

  read()
  const stopReading = onStoredChange(key, read)
  signal.addEventListener('abort', stopReading)
  return record

  function record(): void {
    const state = execution.getState()
    const isNew = !seen.has(state)
    seen.add(state)
    if (isNew && state.stage === 'signing') {
      const entry = toUnanswered(state, Date.now())
      if (entry) store([...own.filter(({ id }) => id !== entry.id), entry])
    } else if (own.length > 0 && !execution.isAsking()) store([])
  }

  function store(now: readonly ActivityEntry[]): void {
    const before = own
    own = now
    write(now, before)
  }

  function write(now: readonly ActivityEntry[], before: readonly ActivityEntry[]): void {
    writeActivity(key, now, before)
    // This widget, and the others of this document.
    globalThis.dispatchEvent?.(new CustomEvent(WRITTEN, { detail: key }))
  }

  /** Where storage is blocked nothing outlives this page. */
  function read(): void {
    if (signal.aborted) return
    const stored = readActivity(key)
    const others = stored.filter(({ id }) => own.every((entry) => entry.id !== id))
    activity.setState({ unanswered: [...own, ...others] })
    for (const entry of others) void look(entry)
  }

  async function look(entry: ActivityEntry): Promise<void> {
    const { id, startedAt, deadlineAt = startedAt } = entry
    if (looking.has(id)) return
    looking.add(id)
    const controller = new AbortController()
    const stop = () => controller.abort()
    signal.addEventListener('abort', stop)
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const { watchEntry } = await import('./watch-entry.ts')
      // Not before the page that asks is gone.
      await ownSwap(ownerName(storageKey, id), controller)
      if (!isStored(id)) return
      if (isRecorded(id) || Date.now() > startedAt + MAX_AGE_MS) return forget(entry)
      timer = setTimeout(stop, Math.max(deadlineAt - Date.now(), 0) + LATE_MS)
      const ended = await watchEntry(entry, {
        chain,
        config,
        wallet,
        signal: controller.signal,
        copies: () => [],
        known: () => known(id),
        onWait() {},
        onTrace(found) {
          if (!found.hash || controller.signal.aborted) return
          stop()
          // Watched from here on like any other swap of an earlier page.
          if (!isRecorded(id)) put(found)
          forget(entry)
        },
      })
      if (ended && !controller.signal.aborted) forget(entry)
    } catch {
      // Aborted, or the code could not be loaded: the next page looks.
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      controller.abort()
      looking.delete(id)
    }
  }

  function isStored(id: string): boolean {
    return readActivity(key).some((entry) => entry.id === id)
  }

  /** The page that asked has heard the answer after all. */
  function isRecorded(id: string): boolean {
    const { entries } = activity.getState()
    return entries.some((entry) => entry.id === id && entry.status !== 'failed')
  }

  function forget(entry: ActivityEntry): void {
    write([], [entry])
  }
}
