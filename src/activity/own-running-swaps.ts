import { isRunning } from '../execution/machine/is-running.ts'
import type { Execution } from '../execution/machine/types.ts'
import { ownSwap } from './swap-owner.ts'

/** The lock name under which a swap has one owner among the tabs of an origin. */
export function ownerName(storageKey: string, id: string): string {
  return `sluice:${storageKey}:swap:${id}`
}

/**
 * Makes this widget the owner of the swaps that its execution runs, because the execution emits
 * their ends. Ownership starts with the swap, before another tab can read it. Returns a function
 * that releases it.
 */
export function holdSwaps(execution: Execution, storageKey: string): () => void {
  const held = new Map<string, AbortController>()
  const unsubscribe = execution.subscribe(hold)

  function hold(): void {
    const running = new Set(
      [...execution.getBackgroundSwaps(), execution.getState()].flatMap((state) =>
        'intent' in state && isRunning(state) ? [state.intent.id] : [],
      ),
    )
    for (const [id, controller] of held) {
      if (running.has(id)) continue
      held.delete(id)
      controller.abort()
    }
    for (const id of running) {
      if (held.has(id)) continue
      const controller = new AbortController()
      held.set(id, controller)
      // The swap is watched even without the lock.
      ownSwap(ownerName(storageKey, id), controller, { steals: true }).catch(() => {})
    }
  }

  return () => {
    unsubscribe()
    for (const controller of held.values()) controller.abort()
    held.clear()
  }
}
