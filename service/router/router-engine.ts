import type { RoutedChain } from '../chain/routed-chain.ts'
import type { RouterEngine } from './types.ts'

export interface RouterDeps {
  chains: readonly RoutedChain[]
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: () => number
}

/** The router over the chains it is given. */
export function createRouterEngine(_deps: RouterDeps): RouterEngine {
  throw new Error('The router is not built yet')
}
