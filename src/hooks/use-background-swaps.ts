import { useSyncExternalStore } from 'react'
import type { BackgroundSwap, Execution } from '../execution/machine/types.ts'
import { useWidget } from './use-widget.ts'

/** Returns the sent swaps that are no longer the current swap. */
export function useBackgroundSwaps(): { backgroundSwaps: readonly BackgroundSwap[] } & Pick<
  Execution,
  'dismissBackgroundSwap'
> {
  const { execution } = useWidget()
  const backgroundSwaps = useSyncExternalStore(
    execution.subscribe,
    execution.getBackgroundSwaps,
    execution.getBackgroundSwaps,
  )
  return { backgroundSwaps, dismissBackgroundSwap: execution.dismissBackgroundSwap }
}
