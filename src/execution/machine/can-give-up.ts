import type { StateOf } from './types.ts'

/** Whether the wait for a sent swap may have no end: the user may stop it, and is told that the outcome is unknown. */
export function canGiveUp({
  isUnseen = false,
  isUncertain = false,
  awaitingSigners,
}: Pick<StateOf<'watching'>, 'isUnseen' | 'isUncertain' | 'awaitingSigners'>): boolean {
  return isUnseen || isUncertain || awaitingSigners
}
