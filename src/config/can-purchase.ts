import type { ResolvedChain } from './types.ts'

/**
 * True if an exact output can be bought on a chain: only a decoded call can be limited to a maximum
 * input.
 */
export function canPurchase(chain: Pick<ResolvedChain, 'codec'> | undefined): boolean {
  return chain !== undefined && chain.codec !== 'none'
}
