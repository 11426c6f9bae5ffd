import { isNativeToken, sameAddress } from '../../wire/lib/address.ts'
import type { ChainReader, Replaceable, WatchedTransaction } from '../chain/types.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { orUnknown, type ReportError, reportDefect, rethrowDefect } from '../errors/report-defect.ts'
import type { RepeatedSwap } from '../execution/effects/check-speed-up.ts'
import { hasExpired } from '../lib/has-expired.ts'
import { STUCK_BLOCKS } from '../lib/thresholds.ts'
import type { ActivityEntry } from '../store/types.ts'

/**
 * An offer to replace a stuck swap. A click acts on this object, not on newer storage or node
 * responses.
 */
export interface ReplacementOffer {
  /** The swap shown on screen. */
  entry: ActivityEntry
  transaction: WatchedTransaction
  shown: Replaceable
  /** True if a wallet that ignores the nonce cannot swap twice. */
  canSpeedUp: boolean
}

interface OfferContext {
  reportError: ReportError
  chain: ChainReader
  config: ResolvedConfig
}

/**
 * Returns undefined unless the swap is late, its transaction is proven, and its call matches the
 * stored record.
 */
export async function findReplacementOffer(
  entry: ActivityEntry,
  context: OfferContext,
): Promise<ReplacementOffer | undefined> {
  const transaction = toTransaction(entry)
  const { chain, reportError } = context
  const shown = transaction && (await orUnknown(chain.findReplaceable(transaction), reportError))
  const isLate = shown && !shown.isMined && Date.now() - entry.startedAt > shown.blockMs * STUCK_BLOCKS
  if (!isLate) return undefined
  try {
    return { entry, transaction, shown, canSpeedUp: await verifyOffer(entry, context) }
  } catch (error) {
    return reportDefect(error, reportError)
  }
}

/**
 * Verifies the record of an offer, and returns whether the swap may be sped up. Rejects with a
 * `SluiceError`.
 */
export async function verifyOffer(
  entry: ActivityEntry,
  { chain, config }: Pick<OfferContext, 'chain' | 'config'>,
): Promise<boolean> {
  const { verifyRecordedSwap } = await import('../execution/effects/verify-recorded-swap.ts')
  await verifyRecordedSwap(entry, { chain, config })
  return !hasExpired(entry) && (await failsTwice(entry, chain))
}

/** Returns undefined for an entry that is not pending. */
export function toTransaction({
  status,
  chainId,
  account,
  hash,
  call,
}: ActivityEntry): WatchedTransaction | undefined {
  if (status !== 'pending' || !hash || !call) return undefined
  return { chainId, hash, from: account, to: call.to, data: call.data, value: BigInt(call.value) }
}

/** Returns the request for the host's hook, which runs before a swap is sent again. */
export function toRepeated(
  { isUnverified = false, ...entry }: ActivityEntry,
  { to: router, value }: WatchedTransaction,
): RepeatedSwap {
  const { chainId, account, receiver, inputAmount, purchase, minimum, deadlineAt } = entry
  return {
    deadlineAt,
    isUnverified,
    request: {
      routeId: entry.id,
      chainId,
      account,
      receiver,
      inputToken: { ...entry.inputToken, name: entry.inputToken.symbol },
      outputToken: { ...entry.outputToken, name: entry.outputToken.symbol },
      inputAmount: purchase?.firm ?? inputAmount,
      maxInputAmount: purchase?.maximum ?? inputAmount,
      outputAmount: entry.firm ?? entry.indicative,
      ...(minimum !== undefined && { minOutputAmount: minimum }),
      router,
      value: value.toString(),
    },
  }
}

/**
 * Returns true if a second copy of the call would fail, because the allowance is too small for
 * both.
 */
async function failsTwice(
  { chainId, account, inputToken, inputAmount, call }: ActivityEntry,
  chain: Pick<ChainReader, 'allowance'>,
): Promise<boolean> {
  const { address: token } = inputToken
  // No allowance limits payments in the native token, or unwrapping.
  if (!call || isNativeToken(token) || sameAddress(token, call.to)) return false
  try {
    const allowance = await chain.allowance({ chainId, token, owner: account, spender: call.to })
    return allowance < 2n * BigInt(inputAmount)
  } catch (error) {
    rethrowDefect(error)
    return false
  }
}
