import type { ResolvedConfig } from './types.ts'

/**
 * True if the host has locked a token or the amount: the pair then cannot be flipped. A locked
 * recipient stays either way.
 */
export function isPairLocked({ lockedFields }: Pick<ResolvedConfig, 'lockedFields'>): boolean {
  return lockedFields.some((field) => field !== 'recipient')
}
