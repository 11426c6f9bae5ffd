import type { Hex } from '../../../wire/lib/address.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { ChainReader } from '../../chain/types.ts'
import { getChain } from '../../config/get-chain.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { isWrapBy } from '../../config/wrapped-native.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { orUnknown, type ReportError, reportDefect } from '../../errors/report-defect.ts'
import { reportFirst } from '../../errors/report-many.ts'
import { asSluiceError, SluiceError } from '../../errors/sluice-error.ts'
import { anySignal } from '../../lib/any-signal.ts'
import type { SentBatch, WalletPort } from '../../wallet/types.ts'
import { loadRouterCodec } from '../codecs/load-router-codec.ts'
import type { SwapQuery } from '../codecs/router-codec.ts'
import { wrapReceipt } from '../codecs/wrap-receipt.ts'
import type { ExecutionEvent, StateOf, SwapOutcome } from '../machine/types.ts'
import { readOutcome } from '../verification/read-outcome.ts'
import { revertCode } from './revert-code.ts'
import type { Effect, EffectContext } from './types.ts'

/** Errors that prove how the transaction ended. After any other error the outcome is unknown. */
export const ENDS: readonly ErrorCode[] = [
  'TRANSACTION_DROPPED',
  'TRANSACTION_CANCELLED',
  'TRANSACTION_REVERTED',
  'SLIPPAGE_EXCEEDED',
  'WALLET_ERROR',
]
const RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000

/**
 * Waits for the receipt of the swap and retries after errors: the swap was sent, and only the chain
 * proves how it ended.
 */
export const watchSwap: Effect<StateOf<'watching'>> = async (state, context) => {
  let known = state
  const emit = (event: ExecutionEvent) => {
    if (event.type === 'included') known = { ...known, hash: event.hash }
    if (event.type === 'traced') known = { ...known, trace: event.trace }
    context.emit(event)
  }
  const reportError = reportFirst(context.reportError)
  for (let failures = 0; ; failures += 1) {
    try {
      return await watchOnce(known, { ...context, emit, reportError })
    } catch (error) {
      if (!context.signal.aborted) reportDefect(error, reportError)
      if (context.signal.aborted || ENDS.includes(asSluiceError(error).code)) throw error
    }
    await sleep(Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS), context.signal)
  }
}

const watchOnce: Effect<StateOf<'watching'>> = async (state, context) => {
  const { intent, verified, trace } = state
  const { to, data, value } = verified
  const { chain, signal } = context
  const hash =
    state.hash ??
    (await findHash(toBatch(state), {
      search: toSearch(state, context),
      wallet: context.wallet,
      chain,
      signal,
      onSilent: (isSilent) => context.emit({ type: 'uncertain', isUncertain: isSilent }),
      onUnseen: () => context.emit({ type: 'unseen', isUnseen: true }),
      reportError: context.reportError,
    }))
  if (state.hash === undefined) context.emit({ type: 'included', hash })
  const outcome = await watchToEnd({
    transaction: { chainId: intent.chainId, from: intent.account, to, data, value, hash, trace },
    chainDeadline: verified.chainDeadline,
    intent,
    chain: context.chain,
    config: context.config(),
    signal: context.signal,
    copies: () => context.copies?.(intent.id) ?? [],
    known: () => context.known?.(intent.id) ?? [],
    onAwaitingSigners: () => context.emit({ type: 'awaiting-signers' }),
    onUnseen: (isUnseen) => context.emit({ type: 'unseen', isUnseen }),
    onTrace: (found) => context.emit({ type: 'traced', trace: found }),
    onReverted: (gasPaidWei) => context.emit({ type: 'reverted', gasPaidWei }),
    reportError: context.reportError,
  })
  return { type: 'settled', outcome }
}

function toSearch(
  { intent, verified, trace }: StateOf<'watching'>,
  { known, emit }: EffectContext,
): FindOptions['search'] {
  const { to, data, value, chainDeadline } = verified
  return {
    chainId: intent.chainId,
    from: intent.account,
    to,
    data,
    value,
    chainDeadline,
    fromBlock: trace?.fromBlock,
    isGuess: trace?.isGuess,
    known: () => known?.(intent.id) ?? [],
    onStart: (fromBlock) => emit({ type: 'traced', trace: { fromBlock, isGuess: true, nonce: undefined } }),
  }
}

/**
 * The batch of a swap; undefined if it was sent without one, or if the wallet that accepted it is
 * unknown.
 */
export function toBatch({
  batchId,
  batchWallet,
}: {
  batchId?: string | undefined
  batchWallet?: string | undefined
}): SentBatch | undefined {
  return batchId !== undefined && batchWallet !== undefined ? { batchId, batchWallet } : undefined
}

interface FindOptions {
  search: Omit<Parameters<ChainReader['findSent']>[0], 'signal'>
  wallet: Pick<WalletPort, 'batchStatus'>
  chain: Pick<ChainReader, 'findSent'>
  signal: AbortSignal
  /**
   * Called with true when the wallet has not answered about its batch for a while, and with false
   * when it answers again.
   */
  onSilent: (isSilent: boolean) => void
  /** Called when a batch has had no transaction for a while, whatever its wallet reports. */
  onUnseen: () => void
  reportError: ReportError
}

const BATCH_POLL_MS = 1_000
/** How much longer the chain is searched after the wallet reports that nothing was sent. */
const LAST_LOOK_MS = 3_000
/** A page that was just opened needs this long to reconnect its wallet. */
const ANSWER_MS = 30_000
/**
 * Wallets drop old batches: after this long without an answer only the chain can show the outcome.
 */
const SILENCE_MS = 90_000
/** Other signers may take days or never sign: after this long the user may stop waiting. */
const UNSEEN_MS = 90_000

/**
 * Waits for the hash of a swap that was sent without one: until a node returns the call, or the
 * transaction that the batch wallet names. Success is then read from the chain. Rejects with
 * `TRANSACTION_DROPPED` once the deadline has passed without a transaction, or when the wallet
 * reports that it did not execute the batch.
 */
export async function findHash(
  batch: SentBatch | undefined,
  { search, wallet, chain, signal, onSilent, onUnseen, reportError }: FindOptions,
): Promise<Hex> {
  signal.throwIfAborted()
  const found = new AbortController()
  const either = anySignal(signal, found.signal)
  const unseen = batch && setTimeout(onUnseen, UNSEEN_MS)
  either.addEventListener('abort', () => clearTimeout(unseen), { once: true })
  try {
    let name: Hex | undefined
    let hasAnswered = batch === undefined
    const startMs = performance.now()
    const onAnswer = (hash: Hex | undefined) => {
      hasAnswered = true
      name = hash ?? name
    }
    const shown = chain.findSent({
      ...search,
      named: () => name,
      isAnswered: () => hasAnswered || performance.now() - startMs >= ANSWER_MS,
      signal: either,
    })
    const refused = batch
      ? askWallet(batch, { wallet, signal: either, onSilent, onAnswer, reportError })
      : shown
    // The search that loses the race is aborted and its rejection ignored.
    shown.catch(() => {})
    refused.catch(() => {})
    const hash = await Promise.race([shown, refused])
    if (hash) return hash
    throw new SluiceError('TRANSACTION_DROPPED', {
      details: 'the transaction was not sent before its deadline',
    })
  } finally {
    found.abort()
  }
}

/**
 * Polls while the wallet does not answer or is not connected, because the batch may still be
 * executed. Rejects when the wallet reports that nothing was sent. The chain has to show the
 * transaction that the wallet names.
 */
async function askWallet(
  batch: SentBatch,
  {
    wallet,
    signal,
    onSilent,
    onAnswer,
    reportError,
  }: Pick<FindOptions, 'wallet' | 'signal' | 'onSilent' | 'reportError'> & {
    onAnswer: (hash: Hex | undefined) => void
  },
): Promise<never> {
  const report = reportFirst(reportError)
  const endSilence = noteSilence({ signal, onSilent })
  for (;;) {
    signal.throwIfAborted()
    const answer = await orUnknown(wallet.batchStatus(batch), report)
    const hash = answer && 'hash' in answer ? answer.hash : undefined
    if (answer) onAnswer(hash)
    if (answer && answer.status !== 'unknown') endSilence()
    if (answer?.status === 'failed' && !hash) {
      // A transaction found on chain in this time takes precedence.
      await sleep(LAST_LOOK_MS, signal)
      throw new SluiceError('TRANSACTION_DROPPED', { details: 'the wallet did not execute its batch' })
    }
    await sleep(BATCH_POLL_MS, signal)
  }
}

/** Reports a silence until aborted. Returns a function to call with each answer. */
function noteSilence({ signal, onSilent }: Pick<FindOptions, 'signal' | 'onSilent'>): () => void {
  let isSilent = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onAnswer = () => {
    clearTimeout(timer)
    if (isSilent) onSilent(false)
    isSilent = false
    if (signal.aborted) return
    timer = setTimeout(() => {
      isSilent = true
      onSilent(true)
    }, SILENCE_MS)
  }
  signal.addEventListener('abort', onAnswer, { once: true })
  onAnswer()
  return onAnswer
}

export interface WatchToEndOptions extends WatchQuery {
  /** The trade of the transaction. */
  intent: SwapQuery['intent']
  chain: ChainReader
  config: ResolvedConfig
  /**
   * Called with the network cost of a reverted transaction, if it is known, before the rejection.
   */
  onReverted?: (gasPaidWei: bigint) => void
  reportError: ReportError
}

type WatchQuery = Parameters<ChainReader['watch']>[0]

/**
 * Watches a sent swap to its end. Only a receipt counts as success; rejects with
 * `TRANSACTION_DROPPED`, `TRANSACTION_CANCELLED`, `TRANSACTION_REVERTED` or `WALLET_ERROR`.
 */
export async function watchToEnd({
  transaction,
  intent,
  chain,
  config,
  onReverted,
  reportError,
  ...watch
}: WatchToEndOptions): Promise<SwapOutcome> {
  const { chainId, hash, to } = transaction
  const context = { chain, signal: watch.signal, reportError }
  const outcome = await chain.watch({ transaction, ...watch })
  if (outcome.kind === 'dropped') throw new SluiceError('TRANSACTION_DROPPED', { txHash: hash })
  if (outcome.kind === 'cancelled') {
    throw new SluiceError('TRANSACTION_CANCELLED', { txHash: outcome.hash })
  }
  const { receipt } = outcome
  if (receipt.status === 'reverted') {
    const { hash: txHash, revertReason: details, gasUsed, effectiveGasPrice } = receipt
    const fees = onReverted && (await readFeesBesideGas({ chainId, ...receipt }, context))
    if (fees !== undefined) onReverted?.(gasUsed * effectiveGasPrice + fees)
    throw new SluiceError(revertCode(details, intent), { txHash, details })
  }
  const [codec, feesBesideGasWei] = await Promise.all([
    isWrapBy(to, intent) ? wrapReceipt : loadRouterCodec(getChain(config, chainId).codec),
    readFeesBesideGas({ chainId, ...receipt }, context),
  ])
  const replacedHash = outcome.kind === 'replaced' ? hash : undefined
  return readOutcome({ receipt, feesBesideGasWei, intent, router: to, codec, replacedHash })
}

const MAX_FEE_READS = 3
/** The longest time that the success of a swap is delayed to read its fees. */
const MAX_FEE_WAIT_MS = 4_000

/**
 * Undefined when unknown. Retries, because the node that answers may not have the block of the
 * receipt yet.
 */
async function readFeesBesideGas(
  mined: Parameters<ChainReader['feesBesideGas']>[0],
  { chain, signal, reportError }: Pick<EffectContext, 'chain' | 'signal' | 'reportError'>,
): Promise<bigint | undefined> {
  const report = reportFirst(reportError)
  async function read(): Promise<bigint | undefined> {
    for (let reads = 0; reads < MAX_FEE_READS; reads += 1) {
      if (reads > 0) await sleep(RETRY_MS * reads, signal)
      try {
        return await chain.feesBesideGas(mined)
      } catch (error) {
        reportDefect(error, report)
      }
    }
    return undefined
  }
  return Promise.race([read(), sleep(MAX_FEE_WAIT_MS, signal).then(() => undefined)])
}
