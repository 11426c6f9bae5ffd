import type { Hex } from '../../wire/lib/address.ts'
import type { OtherSwap } from '../chain/types.ts'
import { isDefect } from '../errors/report-defect.ts'
import { asSluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { ENDS, findHash, toBatch, watchToEnd } from '../execution/effects/watch-swap.ts'
import type { ActivityEntry, ActivityToken, Wait } from '../store/types.ts'
import { withFailure, withOutcome, withTrace } from './to-entry.ts'
import type { ActivityContext } from './types.ts'

export interface WatchEntryOptions
  extends Pick<ActivityContext, 'chain' | 'config' | 'wallet' | 'reportError'> {
  signal: AbortSignal
  /** True if it was probably never sent: its hash is then polled less often. Default false. */
  isUnlikely?: boolean
  /** Limits the polls for its hash and for its end. Default: no limit. */
  maxPolls?: number
  /** The hashes under which the swap was sent again. */
  copies: () => readonly Hex[]
  /** The hashes of other swaps, which may have the same call. */
  known: () => readonly OtherSwap[]
  /** Called with the cause of the wait; undefined once it is over. */
  onWait: (wait: Wait | undefined) => void
  /** Called with the entry and its trace so far. */
  onTrace: (entry: ActivityEntry) => void
}

/** The order in which causes are reported if several apply. */
const BY_WEIGHT: readonly Wait[] = ['silent', 'signers', 'unseen']

/**
 * Watches a pending entry to its end. Resolves to undefined if the end cannot be determined here.
 * Rejects only with an error of the widget's own code.
 */
export async function watchEntry(
  entry: ActivityEntry,
  {
    chain,
    config,
    wallet,
    signal,
    isUnlikely,
    maxPolls,
    copies,
    known: others,
    onWait,
    onTrace,
    reportError,
  }: WatchEntryOptions,
): Promise<ActivityEntry | undefined> {
  const { chainId, account, receiver, call, trace } = entry
  if (!call) return undefined
  const sent = { chainId, from: account, to: call.to, data: call.data, value: BigInt(call.value) }
  const fromBlock = trace && BigInt(trace.fromBlock)
  let known = entry
  const waits = new Set<Wait>()
  const setWait = (wait: Wait) => (isWaiting: boolean) => {
    if (isWaiting) waits.add(wait)
    else waits.delete(wait)
    onWait(BY_WEIGHT.find((one) => waits.has(one)))
  }
  try {
    const hash =
      entry.hash ??
      (await findHash(toBatch(entry), {
        search: {
          ...sent,
          fromBlock,
          isGuess: trace?.isGuess,
          chainDeadline: entry.chainDeadline,
          known: others,
          isUnlikely,
          maxPolls,
          onStart: (start) =>
            onTrace(withTrace(entry, { fromBlock: start, isGuess: true, nonce: undefined })),
        },
        wallet,
        chain,
        signal,
        onSilent: setWait('silent'),
        onUnseen: () => setWait('unseen')(true),
        reportError,
      }))
    if (!entry.hash) {
      setWait('unseen')(false)
      known = { ...entry, hash, batchId: undefined, batchWallet: undefined }
      onTrace(known)
    }
    const outcome = await watchToEnd({
      transaction: {
        ...sent,
        hash,
        trace:
          trace && fromBlock !== undefined
            ? { fromBlock, isGuess: trace.isGuess, nonce: trace.nonce }
            : undefined,
      },
      intent: {
        account,
        receiver,
        inputToken: toToken(entry.inputToken),
        outputToken: toToken(entry.outputToken),
      },
      chainDeadline: entry.chainDeadline,
      chain,
      config: config.getState(),
      signal,
      maxPolls,
      copies,
      known: others,
      onAwaitingSigners: () => setWait('signers')(true),
      onUnseen: setWait('unseen'),
      onTrace: (found) => onTrace(withTrace(known, found)),
      onReverted: (gasPaidWei) => {
        known = { ...known, gasPaid: gasPaidWei.toString() }
      },
      reportError,
    })
    return withOutcome(known, outcome, Date.now())
  } catch (thrown) {
    if (isDefect(thrown)) throw thrown
    const error = asSluiceError(thrown)
    return ENDS.includes(error.code) ? withFailure(known, error, Date.now()) : undefined
  }
}

function toToken(token: ActivityToken): Token {
  return { ...token, name: token.symbol }
}
