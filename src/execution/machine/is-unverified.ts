import type { VerifiedQuote } from './types.ts'

/**
 * True if neither contract nor simulation verifies the received amount. Only `verification: 'warn'`
 * allows it.
 */
export function isUnverified({
  simulation,
  measuresReceiver,
}: Pick<VerifiedQuote, 'simulation' | 'measuresReceiver'>): boolean {
  return simulation === undefined && !measuresReceiver
}
