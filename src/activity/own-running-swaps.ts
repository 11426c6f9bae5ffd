import { orUnknown, type ReportError } from '../errors/report-defect.ts'
import { isRunning } from '../execution/machine/is-running.ts'
import type { Execution } from '../execution/machine/types.ts'
import { ownSwap } from './swap-owner.ts'
import { toUnanswered, untilLate } from './to-entry.ts'

/** The lock name under which a swap has one owner among the tabs of an origin. */
export function ownerName(storageKey: string, id: string): string {
  return `sluice:${storageKey}:swap:${id}`
}

/**
 * Makes this widget the owner of the swaps that its execution runs, because the execution emits
 * their ends, and of its open wallet requests, because it searches for them until their deadline.
 * Ownership starts with the swap, before another tab can read it. Returns a function that releases
 * it.
 */
export function holdSwaps(
  execution: Execution,
  { storageKey, reportError }: { storageKey: string; reportError: ReportError },
): () => void {
  const held = new Map<string, AbortController>()
  const unsubscribe = execution.subscribe(hold)

  function hold(): void {
    const running = new Set(
      [...execution.getBackgroundSwaps(), execution.getState()].flatMap((state) =>
        'intent' in state && isRunning(state) ? [state.intent.id] : [],
      ),
    )
    const requests = execution.getOpenRequests().flatMap((state) => toUnanswered(state, Date.now()) ?? [])
    for (const [id, controller] of held) {
      if (running.has(id) || requests.some((request) => request.id === id)) continue
      held.delete(id)
      controller.abort()
    }
    for (const id of running) own(id)
    for (const request of requests) own(request.id, untilLate(request))
  }

  function own(id: string, maxMs?: number): void {
    if (held.has(id)) return
    const controller = new AbortController()
    held.set(id, controller)
    // The swap is watched even without the lock.
    void orUnknown(ownSwap(ownerName(storageKey, id), controller, { steals: true }), reportError)
    if (maxMs === undefined) return
    const timer = setTimeout(() => controller.abort(), maxMs)
    controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  return () => {
    unsubscribe()
    for (const controller of held.values()) controller.abort()
    held.clear()
  }
}
