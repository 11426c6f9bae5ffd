import type { ResolvedChain } from './types.ts'

/** Whether an exact output can be bought on a chain: only a decoded call can be held to a maximum input. */
export function canPurchase(chain: Pick<ResolvedChain, 'codec'> | undefined): boolean {
  return chain !== undefined && chain.codec !== 'none'
}
