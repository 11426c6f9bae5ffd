import { droppedError } from '../execution/machine/can-give-up.ts'
import type { ExecutionState, StateOf } from '../execution/machine/types.ts'
import { emitEnd } from './emit-end.ts'
import { withFailure } from './to-entry.ts'
import type { ActivityContext } from './types.ts'

/**
 * Stops waiting for a pending swap that no node returns, that may not have been sent, or that other
 * signers hold. It may still be executed, and the text says so. The execution gives up its own
 * swap; for a swap from an earlier page the events are emitted here.
 */
export function stopLooking(
  { activity, execution, emit }: Pick<ActivityContext, 'activity' | 'execution' | 'emit'>,
  id: string,
): void {
  const isOwn = (state: ExecutionState): state is StateOf<'watching'> =>
    state.stage === 'watching' && state.intent.id === id
  const swap = execution.getBackgroundSwaps().find(isOwn)
  if (isOwn(execution.getState())) execution.giveUp()
  else if (swap) execution.giveUpBackgroundSwap(swap)
  else giveUpStored({ activity, emit }, id)
}

function giveUpStored({ activity, emit }: Pick<ActivityContext, 'activity' | 'emit'>, id: string): void {
  const { entries } = activity.getState()
  const pending = entries.find((entry) => entry.id === id && entry.status === 'pending')
  if (!pending) return
  const ended = withFailure(pending, droppedError({ hash: pending.hash }), Date.now())
  activity.setState({ entries: entries.map((entry) => (entry === pending ? ended : entry)) })
  emitEnd(emit, pending, ended)
}
