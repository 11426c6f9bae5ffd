import type { ResolvedChain, ResolvedConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import type { SwapIntent } from '../execution/machine/types.ts'
import { mostInput } from '../lib/purchase.ts'
import { type RecipientProblem, recipientProblem } from '../lib/recipient-problem.ts'
import { STALE_PRICE_MS } from '../lib/thresholds.ts'
import type { ChosenRecipient } from '../store/chosen-recipient.ts'
import type { WalletState } from '../wallet/types.ts'
import type { PriceView, ReadyPrice } from './use-price.ts'
import type { PriceInputsView } from './use-price-inputs.ts'
import type { TradeValueView } from './use-trade-value.ts'

/** The next action that is needed before the review, or `review` if none is. */
export type SwapReadiness =
  | { kind: 'connect' }
  | { kind: 'select-token' }
  | { kind: 'enter-amount' }
  | { kind: 'enter-recipient' }
  /**
   * The swap must not send to the entered recipient, e.g. because it is the contract of a token.
   */
  | { kind: 'change-recipient'; problem: RecipientProblem }
  | { kind: 'loading' }
  | { kind: 'switch-chain'; chainId: number }
  /**
   * `needed` is the maximum input of a purchase in base units. Undefined for a sale, which pays its
   * typed amount.
   */
  | { kind: 'insufficient-balance'; token: Token; needed: bigint | undefined }
  /** The host configured no router on this chain: prices are shown, but no swap can be executed. */
  | { kind: 'no-router' }
  | { kind: 'error'; error: SluiceError }
  /** The trade is worth less than the host's minimum in US dollars. */
  | { kind: 'below-minimum'; minAmountUsd: number }
  | { kind: 'review'; intent: SwapIntent }

export interface SwapFacts {
  chain: ResolvedChain | undefined
  wallet: WalletState
  hasPair: boolean
  pair: PriceInputsView
  recipient: ChosenRecipient
  /** Base units of the input token. Undefined is unknown and does not block. */
  balance: bigint | undefined
  price: PriceView
  /**
   * `TOKEN_MISMATCH` if the catalogue's decimals are known to be wrong. Unknown decimals do not block: the
   * review page and the verification wait for them.
   */
  tokenError: SluiceError | undefined
  now: number
  toIntent: (price: ReadyPrice, account: `0x${string}`) => SwapIntent
}

/**
 * Returns the state of the main button by priority: first user actions in order, then problems with
 * the amounts and the price, and loading last, so that the button never waits while the user can
 * act. Unknown values (balance, the wallet's chain) do not block, because the quote and the
 * verification before signing check them.
 */
export function swapReadiness(facts: SwapFacts): SwapReadiness {
  const { wallet, pair, price } = facts
  // A wrap needs no router.
  if (!facts.chain?.routerAddress && !pair.inputs?.wrapper) return { kind: 'no-router' }
  // An unanswered connection prompt does not block the button: the user may connect again.
  if (wallet.status === 'disconnected' || wallet.status === 'connecting') return { kind: 'connect' }
  // A connected wallet without an account counts as disconnected.
  if (wallet.status === 'connected' && !wallet.address) return { kind: 'connect' }
  if (!facts.hasPair) return { kind: 'select-token' }
  if (pair.error) return { kind: 'error', error: pair.error }
  if (!pair.inputToken || !pair.outputToken) return { kind: 'loading' }
  if (facts.tokenError) return { kind: 'error', error: facts.tokenError }
  if (!pair.hasAmount) return { kind: 'enter-amount' }
  const { isWanted, recipient } = facts.recipient
  if (isWanted && !recipient) return { kind: 'enter-recipient' }
  const problem =
    recipient &&
    recipientProblem(recipient, {
      tokens: [pair.inputToken.address, pair.outputToken.address],
      router: facts.chain?.routerAddress,
    })
  if (problem) return { kind: 'change-recipient', problem }
  const needed = getNeeded(facts)
  if (facts.balance !== undefined && needed !== undefined && facts.balance < needed) {
    const isPurchase = pair.inputs?.outputAmount !== undefined
    return { kind: 'insufficient-balance', token: pair.inputToken, needed: isPurchase ? needed : undefined }
  }
  if (price.status === 'error') return { kind: 'error', error: price.error }
  if (price.status === 'ready' && price.error && isTooOld(price, facts.now)) {
    return { kind: 'error', error: price.error }
  }
  if (wallet.status !== 'connected' || !wallet.address) return { kind: 'loading' }
  if (wallet.chainId !== undefined && wallet.chainId !== pair.inputToken.chainId) {
    return { kind: 'switch-chain', chainId: pair.inputToken.chainId }
  }
  // A price that was not refreshed for long is refreshed first.
  if (price.status !== 'ready' || (price.isStale && !price.error && price.isRefreshing))
    return { kind: 'loading' }
  return { kind: 'review', intent: facts.toIntent(price, wallet.address) }
}

/**
 * Blocks the review of a trade that is known to be worth less than the host's minimum. Wraps are
 * exempt, because they cost no fee.
 */
export function withMinimum(
  readiness: SwapReadiness,
  { inputUsd, isChecking, minAmountUsd }: Pick<TradeValueView, 'inputUsd' | 'isChecking'> & MinimumRule,
): SwapReadiness {
  if (readiness.kind !== 'review' || readiness.intent.wrapper || minAmountUsd === 0) return readiness
  if (inputUsd === undefined) return isChecking ? { kind: 'loading' } : readiness
  return inputUsd < minAmountUsd ? { kind: 'below-minimum', minAmountUsd } : readiness
}

type MinimumRule = Pick<ResolvedConfig, 'minAmountUsd'>

/** Returns the maximum input in base units. Undefined for a purchase without a price. */
function getNeeded({ pair: { inputs }, price }: SwapFacts): bigint | undefined {
  if (inputs?.outputAmount === undefined) return inputs?.inputAmount
  return price.status === 'ready' ? mostInput({ ...price.inputs, ...price }) : undefined
}

/**
 * Non-retryable errors ("no route", "forbidden") invalidate a price immediately, others after
 * `STALE_PRICE_MS`.
 */
function isTooOld(price: ReadyPrice, now: number): boolean {
  if (price.error && !price.error.retryable) return true
  return now - price.updatedAt > STALE_PRICE_MS
}
