import { useSyncExternalStore } from 'react'
import type { Execution, LeftSwap } from '../execution/machine/types.ts'
import { useWidget } from './use-widget.ts'

/** The swaps whose transaction is out beside the one that runs, and how to take an ended one off the list. */
export function useLeftSwaps(): { left: readonly LeftSwap[] } & Pick<Execution, 'putAway'> {
  const { execution } = useWidget()
  const left = useSyncExternalStore(execution.subscribe, execution.getLeft, execution.getLeft)
  return { left, putAway: execution.putAway }
}
