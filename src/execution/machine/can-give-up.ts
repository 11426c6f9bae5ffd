import { SluiceError } from '../../errors/sluice-error.ts'
import type { ExecutionState, StateOf } from './types.ts'

/** Whether the wait for a sent swap may have no end: the user may stop it, and is told that the outcome is unknown. */
export function canGiveUp({
  isUnseen = false,
  isUncertain = false,
  awaitingSigners,
}: Pick<StateOf<'watching'>, 'isUnseen' | 'isUncertain' | 'awaitingSigners'>): boolean {
  return isUnseen || isUncertain || awaitingSigners
}

/** That the user stopped waiting for it. */
export function droppedError({ hash }: Pick<StateOf<'watching'>, 'hash'>): SluiceError {
  return new SluiceError('TRANSACTION_DROPPED', { txHash: hash })
}

/** Whether nobody looks for what was sent any more, without its end being known: it may still be executed. */
export function isGivenUp(state: ExecutionState): boolean {
  return state.stage === 'failed' && state.at === 'watching' && state.error.code === 'TRANSACTION_DROPPED'
}
