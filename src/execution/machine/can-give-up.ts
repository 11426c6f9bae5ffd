import { SluiceError } from '../../errors/sluice-error.ts'
import type { ExecutionState, StateOf } from './types.ts'

/**
 * True if the wait for a sent swap may never end. The user may stop it, and sees that the outcome
 * is unknown.
 */
export function canGiveUp({
  isUnseen = false,
  isUncertain = false,
  awaitingSigners,
}: Pick<StateOf<'watching'>, 'isUnseen' | 'isUncertain' | 'awaitingSigners'>): boolean {
  return isUnseen || isUncertain || awaitingSigners
}

/** The error of a swap that the user stopped waiting for. */
export function droppedError({ hash }: Pick<StateOf<'watching'>, 'hash'>): SluiceError {
  return new SluiceError('TRANSACTION_DROPPED', { txHash: hash })
}

/**
 * True if a sent swap is no longer searched although its end is unknown: it may still be executed.
 */
export function isGivenUp(state: ExecutionState): boolean {
  return state.stage === 'failed' && state.at === 'watching' && state.error.code === 'TRANSACTION_DROPPED'
}
