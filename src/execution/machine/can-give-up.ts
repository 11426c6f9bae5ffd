import type { ExecutionState, StateOf } from './types.ts'

/** Whether the wait for a sent swap may have no end: the user may stop it, and is told that the outcome is unknown. */
export function canGiveUp({
  isUnseen = false,
  isUncertain = false,
  awaitingSigners,
}: Pick<StateOf<'watching'>, 'isUnseen' | 'isUncertain' | 'awaitingSigners'>): boolean {
  return isUnseen || isUncertain || awaitingSigners
}

/** Whether nobody looks for what was sent any more, without its end being known: it may still be executed. */
export function isGivenUp(state: ExecutionState): boolean {
  return state.stage === 'failed' && state.at === 'watching' && state.error.code === 'TRANSACTION_DROPPED'
}
