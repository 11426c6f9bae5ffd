import { type Hex, sameAddress } from '../../wire/lib/address.ts'
import type { WatchTrace } from '../chain/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { isUnverified } from '../execution/machine/is-unverified.ts'
import type {
  ExecutionState,
  Run,
  StateOf,
  SwapIntent,
  SwapOutcome,
  VerifiedQuote,
} from '../execution/machine/types.ts'
import { toPartnerReceipt } from '../execution/partner-fee.ts'
import { getProcesses } from '../execution/processes.ts'
import { routeOfState } from '../execution/route.ts'
import { LATE_MS } from '../lib/thresholds.ts'
import type { ActivityEntry, ActivityToken } from '../store/types.ts'

/**
 * The entry of a swap in this state, merged with the known entry. Undefined if no transaction was
 * sent.
 */
export function toEntry(
  state: ExecutionState,
  known: ActivityEntry | undefined,
  now: number,
): ActivityEntry | undefined {
  switch (state.stage) {
    case 'watching':
      // A retried swap has a new start time.
      return withTrace(
        toPending(state, known, known?.status === 'pending' ? known.startedAt : now),
        state.trace,
      )
    case 'completed':
      return withOutcome(toPending(state, known, known?.startedAt ?? now), state.outcome, now)
    case 'failed': {
      const base = {
        ...toBase(state, known, known?.startedAt ?? now),
        ...known,
        ...(state.gasPaidWei !== undefined && { gasPaid: state.gasPaidWei.toString() }),
      }
      if (state.at === 'watching') return withFailure({ ...base, hash: state.hash }, state.error, now)
      const approvalHashes = unique([...toApprovalHashes(state, known), ...(state.hash ? [state.hash] : [])])
      if (approvalHashes.length === 0) return undefined
      return withFailure({ ...base, approvalHashes }, state.error, now)
    }
    default:
      return undefined
  }
}

/** Adds the trace of the watch so far. */
export function withTrace(entry: ActivityEntry, trace: WatchTrace | undefined): ActivityEntry {
  if (!trace) return { ...entry, trace }
  const { fromBlock, isGuess, nonce } = trace
  return { ...entry, trace: { fromBlock: fromBlock.toString(), ...(isGuess && { isGuess }), nonce } }
}

/** The entry of a swap with a successful receipt. */
export function withOutcome(entry: ActivityEntry, outcome: SwapOutcome, now: number): ActivityEntry {
  return {
    ...entry,
    status: 'done',
    received: outcome.received?.toString(),
    paid: outcome.paid?.toString(),
    gasPaid: outcome.gasPaidWei?.toString(),
    partnerFee: toPaidFee(entry, outcome),
    hash: outcome.receipt.hash,
    batchId: undefined,
    batchWallet: undefined,
    replacedHash: outcome.replacedHash,
    errorCode: undefined,
    endedAt: now,
    call: undefined,
    route: undefined,
    trace: undefined,
  }
}

/** Replaces the quoted fee with the paid one, if the receipt contains it. */
function toPaidFee(
  { partnerFee, route }: Pick<ActivityEntry, 'partnerFee' | 'route'>,
  { receipt, partnerFee: fee }: SwapOutcome,
) {
  if (!partnerFee || !fee) return partnerFee
  const usd = route && toPartnerReceipt(route, { partner: partnerFee, fee, txHash: receipt.hash }).amountUSD
  return { ...partnerFee, ...fee, usd }
}

export function withFailure(entry: ActivityEntry, error: SluiceError, now: number): ActivityEntry {
  const isOther = error.txHash !== undefined && entry.hash !== undefined && error.txHash !== entry.hash
  return {
    ...entry,
    status: 'failed',
    hash: entry.hash && (error.txHash ?? entry.hash),
    replacedHash: isOther ? entry.hash : undefined,
    errorCode: error.code,
    supportId: error.supportId ?? entry.supportId,
    endedAt: now,
    // A later page searches again for a dropped swap.
    ...(error.code !== 'TRANSACTION_DROPPED' && { call: undefined, route: undefined, trace: undefined }),
  }
}

/** Between the id of a route and the time of its wallet request. */
const SEPARATOR = ' '

/** The entries of open requests, which keep their ids when the widget is mounted again. */
const unanswered = new WeakMap<ExecutionState, ActivityEntry>()

/**
 * The pending entry of an open request to sign a swap, with an id for the request. Undefined for
 * other requests.
 */
export function toUnanswered(state: ExecutionState, now: number): ActivityEntry | undefined {
  if (state.stage !== 'signing') return undefined
  const entry = unanswered.get(state) ?? createUnanswered(state, now)
  unanswered.set(state, entry)
  return entry
}

function createUnanswered(state: StateOf<'signing'>, now: number): ActivityEntry {
  const { verifiedAt } = state.verified
  const entry = toPending(state, undefined, now)
  const trace =
    verifiedAt === undefined ? undefined : { fromBlock: verifiedAt, isGuess: false, nonce: undefined }
  return withTrace({ ...entry, id: `${entry.id}${SEPARATOR}${now}` }, trace)
}

/**
 * True if a later page can find the transaction. Without these fields, it could match an identical
 * call.
 */
export function canOutliveItsPage({ trace, chainDeadline }: ActivityEntry): boolean {
  return trace !== undefined && chainDeadline !== undefined
}

/** Milliseconds until the chain rejects the swap; negative after that. */
export function untilLate({ startedAt, deadlineAt = startedAt }: ActivityEntry): number {
  return deadlineAt + LATE_MS - Date.now()
}

/** The id of the route of a request. */
export function toRouteId(requestId: string): string {
  return requestId.split(SEPARATOR)[0] ?? requestId
}

function toPending(
  state: StateOf<'signing' | 'watching' | 'completed'>,
  known: ActivityEntry | undefined,
  startedAt: number,
): ActivityEntry {
  const { intent, verified } = state
  const { to, data, value } = verified
  return {
    ...toBase(state, known, startedAt),
    purchase: intent.outputAmount === undefined ? undefined : toPurchase(verified),
    firm: verified.outputAmount.toString(),
    minimum: verified.minOutputAmount?.toString(),
    gasEstimate: verified.gasCostWei?.toString(),
    partnerFee: toPartnerFee(intent, verified),
    hash: 'hash' in state ? state.hash : undefined,
    ...(state.stage === 'watching' && state.hash === undefined
      ? { batchId: state.batchId, batchWallet: state.batchWallet }
      : { batchId: undefined, batchWallet: undefined }),
    ...(verified.approvals && { approvedInBatch: true }),
    ...(isUnverified(verified) && { isUnverified: true }),
    supportId: verified.supportId,
    deadlineAt: verified.deadlineAt,
    chainDeadline: verified.chainDeadline,
    call: { to, data, value: value.toString() },
    route: routeOfState(state, getProcesses(state, [])),
  }
}

function toBase(run: Run, known: ActivityEntry | undefined, startedAt: number): ActivityEntry {
  const { intent, terms } = run
  return {
    id: intent.id,
    status: 'pending',
    chainId: intent.chainId,
    account: intent.account,
    receiver: intent.receiver,
    inputToken: toToken(intent.inputToken),
    outputToken: toToken(intent.outputToken),
    inputAmount: intent.inputAmount.toString(),
    purchase: intent.outputAmount === undefined ? undefined : { maximum: terms.maxInputAmount.toString() },
    indicative: intent.outputAmount?.toString() ?? intent.price.effectiveOutputAmount,
    slippageBps: intent.wrapper ? undefined : intent.slippageBps,
    partnerFee: intent.partner && { ...intent.partner },
    approvalHashes: toApprovalHashes(run, known),
    ...(known?.copies && { copies: known.copies }),
    startedAt,
  }
}

function toPurchase({ inputAmount, maxInputAmount }: VerifiedQuote): ActivityEntry['purchase'] {
  return { firm: inputAmount.toString(), maximum: maxInputAmount.toString() }
}

function toToken({ chainId, address, symbol, decimals }: Token): ActivityToken {
  return { chainId, address, symbol, decimals }
}

/** The amount is known if the fee is charged in the output token. */
function toPartnerFee({ partner, outputToken }: SwapIntent, { quote }: VerifiedQuote) {
  const isOutput = sameAddress(quote.feeToken, outputToken.address)
  return partner && { ...partner, amount: isOutput ? quote.partnerFee : undefined }
}

/** Includes approvals of an earlier attempt, because they stay valid when the swap fails. */
function toApprovalHashes({ done }: Run, known: ActivityEntry | undefined): Hex[] {
  const sent = done.flatMap((process) => ('hash' in process ? [process.hash] : []))
  return unique([...(known?.approvalHashes ?? []), ...sent])
}

function unique(hashes: readonly Hex[]): Hex[] {
  return [...new Set(hashes)]
}
