import type { ResolvedChain } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import type { SwapIntent } from '../execution/machine/types.ts'
import { STALE_PRICE_MS } from '../lib/thresholds.ts'
import type { WalletState } from '../wallet/types.ts'
import type { PriceView } from './use-price.ts'
import type { PriceInputsView } from './use-price-inputs.ts'

/** What stands between a person and the review page: the first thing to do, or nothing. */
export type SwapReadiness =
  | { kind: 'connect' }
  | { kind: 'select-token' }
  | { kind: 'enter-amount' }
  | { kind: 'loading' }
  | { kind: 'switch-chain'; chainId: number }
  | { kind: 'insufficient-balance'; token: Token }
  /** The host pinned no router on this chain: prices are shown, nothing can be executed. */
  | { kind: 'no-router' }
  | { kind: 'error'; error: SluiceError }
  | { kind: 'review'; intent: SwapIntent }

export interface SwapFacts {
  chain: ResolvedChain | undefined
  wallet: WalletState
  hasPair: boolean
  pair: PriceInputsView
  /** Of the input token; undefined is unknown and stops nobody. */
  balance: bigint | undefined
  price: PriceView
  /** Why the chosen tokens are not what the catalogue says, where that is known. */
  tokenError: SluiceError | undefined
  now: number
  toIntent: (price: Extract<PriceView, { status: 'ready' }>, account: `0x${string}`) => SwapIntent
}

/**
 * One prioritized answer. What only the person can do comes first, in the order they would do it; what the
 * numbers say next, the surest first; waiting last, so that the button never waits while there is something
 * to do. Unknown (balance, the wallet's chain) is not taken for bad news: the quote and the verification
 * before signing decide.
 */
export function swapReadiness(facts: SwapFacts): SwapReadiness {
  const { wallet, pair, price } = facts
  if (!facts.chain?.routerAddress) return { kind: 'no-router' }
  // A prompt the person never answered must not hold the button: they may ask again.
  if (wallet.status === 'disconnected' || wallet.status === 'connecting') return { kind: 'connect' }
  // A wallet that shows no account is none.
  if (wallet.status === 'connected' && !wallet.address) return { kind: 'connect' }
  if (!facts.hasPair) return { kind: 'select-token' }
  if (pair.error) return { kind: 'error', error: pair.error }
  if (!pair.inputToken || !pair.outputToken) return { kind: 'loading' }
  if (facts.tokenError) return { kind: 'error', error: facts.tokenError }
  if (!pair.inputAmount) return { kind: 'enter-amount' }
  if (facts.balance !== undefined && facts.balance < pair.inputAmount) {
    return { kind: 'insufficient-balance', token: pair.inputToken }
  }
  if (price.status === 'error') return { kind: 'error', error: price.error }
  if (price.status === 'ready' && price.error && isTooOld(price, facts.now)) {
    return { kind: 'error', error: price.error }
  }
  if (wallet.status !== 'connected' || !wallet.address) return { kind: 'loading' }
  if (wallet.chainId !== undefined && wallet.chainId !== facts.chain.id) {
    return { kind: 'switch-chain', chainId: facts.chain.id }
  }
  if (price.status !== 'ready') return { kind: 'loading' }
  return { kind: 'review', intent: facts.toIntent(price, wallet.address) }
}

/** Firm answers ("no route", "not allowed") end a price at once; a lost connection only after a while. */
function isTooOld(price: Extract<PriceView, { status: 'ready' }>, now: number): boolean {
  if (price.error && !price.error.retryable) return true
  return now - price.updatedAt > STALE_PRICE_MS
}
