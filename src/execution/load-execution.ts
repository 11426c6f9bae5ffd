import { report } from '../lib/report.ts'
import type { BackgroundSwap, BackgroundSwapListener, Execution, ExecutionState } from './machine/types.ts'

const IDLE: ExecutionState = { stage: 'idle' }
const NONE: readonly BackgroundSwap[] = []

/**
 * An idle execution that loads its code when the first swap starts, or earlier on other pages.
 * `load` is called once, and again if it failed.
 */
export function createLoadedExecution(load: () => Promise<Execution>): Execution {
  const listeners = new Set<() => void>()
  const backgroundListeners = new Set<BackgroundSwapListener>()
  let loading: Promise<Execution> | undefined
  let execution: Execution | undefined
  let isDestroyed = false

  async function loadOnce(): Promise<Execution> {
    const loaded = await load()
    loaded.subscribe(() => {
      for (const listener of [...listeners]) listener()
    })
    loaded.onBackgroundSwap((...change) => {
      for (const listener of [...backgroundListeners]) listener(...change)
    })
    execution = loaded
    return loaded
  }

  return {
    getState: () => execution?.getState() ?? IDLE,
    getBackgroundSwaps: () => execution?.getBackgroundSwaps() ?? NONE,
    isWatching: () => execution?.isWatching() ?? false,
    getOpenRequests: () => execution?.getOpenRequests() ?? [],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onBackgroundSwap(listener) {
      backgroundListeners.add(listener)
      return () => backgroundListeners.delete(listener)
    },
    start(...swap) {
      if (execution) return execution.start(...swap)
      loading ??= loadOnce()
      loading.then(
        (loaded) => {
          if (!isDestroyed) loaded.start(...swap)
        },
        (error: unknown) => {
          loading = undefined
          report(error)
        },
      )
    },
    accept: () => execution?.accept(),
    cancel: () => execution?.cancel(),
    giveUp: () => execution?.giveUp(),
    dismiss: () => execution?.dismiss(),
    dismissBackgroundSwap: (swap) => execution?.dismissBackgroundSwap(swap),
    giveUpBackgroundSwap: (swap) => execution?.giveUpBackgroundSwap(swap),
    stopWatching: () => execution?.stopWatching(),
    destroy() {
      isDestroyed = true
      execution?.destroy()
    },
  }
}
