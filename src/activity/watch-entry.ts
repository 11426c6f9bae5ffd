import type { ErrorCode } from '../errors/codes.ts'
import { asSluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { findIncluded, watchToEnd } from '../execution/effects/watch-swap.ts'
import type { ActivityEntry, ActivityToken } from '../store/types.ts'
import { withFailure, withOutcome, withTrace } from './to-entry.ts'
import type { ActivityContext } from './types.ts'

export interface WatchEntryOptions extends Pick<ActivityContext, 'chain' | 'config' | 'wallet'> {
  signal: AbortSignal
  onUnseen: (isUnseen: boolean) => void
  /** The entry with what watching has found so far. */
  onTrace: (entry: ActivityEntry) => void
}

/** Errors that say how the transaction ended. Any other says that this widget cannot tell. */
const ENDS: readonly ErrorCode[] = [
  'TRANSACTION_DROPPED',
  'TRANSACTION_CANCELLED',
  'TRANSACTION_REVERTED',
  'WALLET_ERROR',
]

/** Watches a pending entry to its end. Resolves with undefined where the end cannot be known here. */
export async function watchEntry(
  entry: ActivityEntry,
  { chain, config, wallet, signal, onUnseen, onTrace }: WatchEntryOptions,
): Promise<ActivityEntry | undefined> {
  const { chainId, account, receiver, batchId, call, trace } = entry
  if (!call || (!entry.hash && batchId === undefined)) return undefined
  const { to, data, value } = call
  try {
    const hash = entry.hash ?? (await findIncluded(batchId ?? '', { wallet, signal }))
    if (!entry.hash) onTrace({ ...entry, hash, batchId: undefined })
    const outcome = await watchToEnd({
      transaction: {
        chainId,
        hash,
        from: account,
        to,
        data,
        value: BigInt(value),
        trace: trace && { fromBlock: BigInt(trace.fromBlock), nonce: trace.nonce },
      },
      intent: {
        account,
        receiver,
        inputToken: toToken(entry.inputToken),
        outputToken: toToken(entry.outputToken),
      },
      chain,
      config: config.getState(),
      signal,
      onUnseen,
      onTrace: (found) => onTrace(withTrace({ ...entry, hash, batchId: undefined }, found)),
    })
    return withOutcome(entry, outcome, Date.now())
  } catch (thrown) {
    const error = asSluiceError(thrown)
    return ENDS.includes(error.code) ? withFailure(entry, error, Date.now()) : undefined
  }
}

function toToken(token: ActivityToken): Token {
  return { ...token, name: token.symbol }
}
