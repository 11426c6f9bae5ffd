import { useSyncExternalStore } from 'react'
import type { BackgroundSwap, Execution } from '../execution/machine/types.ts'
import { useWidget } from './use-widget.ts'

/** Swaps whose transaction is sent and that another swap has replaced on screen. */
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
