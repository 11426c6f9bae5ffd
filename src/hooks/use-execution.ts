import { useSyncExternalStore } from 'react'
import type { Execution, ExecutionState } from '../execution/machine/types.ts'
import { useWidget } from './use-widget.ts'

/** Returns the state of the current swap and its actions. */
export function useExecution(): { state: ExecutionState } & Pick<
  Execution,
  'start' | 'accept' | 'cancel' | 'giveUp' | 'dismiss'
> {
  const { execution } = useWidget()
  const state = useSyncExternalStore(execution.subscribe, execution.getState, execution.getState)
  const { start, accept, cancel, giveUp, dismiss } = execution
  return { state, start, accept, cancel, giveUp, dismiss }
}
