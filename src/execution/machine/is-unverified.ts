import type { VerifiedQuote } from './types.ts'

/** Whether neither the contract nor a simulation says what is received: only `verification: 'warn'` allows it. */
export function isUnverified({
  simulation,
  measuresReceiver,
}: Pick<VerifiedQuote, 'simulation' | 'measuresReceiver'>): boolean {
  return simulation === undefined && !measuresReceiver
}
