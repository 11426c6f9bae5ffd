import type { ChainReader } from '../../chain/types.ts'
import { getChain } from '../../config/get-chain.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { isWrapBy } from '../../config/wrapped-native.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Hex } from '../../lib/address.ts'
import { sleep } from '../../lib/sleep.ts'
import type { WalletPort } from '../../wallet/types.ts'
import { loadRouterCodec } from '../codecs/load-router-codec.ts'
import type { SwapQuery } from '../codecs/router-codec.ts'
import { wrapReceipt } from '../codecs/wrap-receipt.ts'
import type { StateOf, SwapOutcome } from '../machine/types.ts'
import { readOutcome } from '../verification/read-outcome.ts'
import type { Effect } from './types.ts'

/** Waits for the receipt of the swap. */
export const watchSwap: Effect<StateOf<'watching'>> = async (state, context) => {
  const { intent, verified, batchId, trace } = state
  const { to, data, value } = verified
  const { chain, signal } = context
  const hash =
    state.hash ??
    (batchId === undefined
      ? await findUncertain({ ...toSearch(state), chain, signal })
      : await findIncluded(batchId, context))
  if (state.hash === undefined) context.emit({ type: 'included', hash })
  const outcome = await watchToEnd({
    transaction: { chainId: intent.chainId, from: intent.account, to, data, value, hash, trace },
    intent,
    chain: context.chain,
    config: context.config(),
    signal: context.signal,
    onAwaitingSigners: () => context.emit({ type: 'awaiting-signers' }),
    onUnseen: (isUnseen) => context.emit({ type: 'unseen', isUnseen }),
    onTrace: (found) => context.emit({ type: 'traced', trace: found }),
  })
  return { type: 'settled', outcome }
}

function toSearch({ intent, verified, trace }: StateOf<'watching'>) {
  const { to, data, value, deadlineAt } = verified
  const { chainId, account: from } = intent
  return { chainId, from, to, data, value, deadlineAt, fromBlock: trace?.fromBlock }
}

/**
 * Waits until a node shows a swap of which the wallet did not say whether it sent it. Rejects with `TRANSACTION_DROPPED` once
 * its deadline has passed without it.
 */
export async function findUncertain({
  chain,
  ...query
}: { chain: Pick<ChainReader, 'findSent'> } & Parameters<ChainReader['findSent']>[0]): Promise<Hex> {
  const hash = await chain.findSent(query)
  if (hash) return hash
  throw new SluiceError('TRANSACTION_DROPPED', { details: 'not sent before its deadline' })
}

const BATCH_POLL_MS = 1_000

/**
 * Waits until the wallet names the transaction of its batch. Whether it succeeded is then read from the chain. Rejects with
 * `TRANSACTION_DROPPED` if the wallet says that it sends none. Polls on while the wallet does not answer: the batch may be
 * executed all the same.
 */
export async function findIncluded(
  batchId: string,
  { wallet, signal }: { wallet: Pick<WalletPort, 'batchStatus'>; signal: AbortSignal },
): Promise<Hex> {
  for (;;) {
    signal.throwIfAborted()
    const answer = await wallet.batchStatus(batchId).catch(() => undefined)
    const isOver = answer !== undefined && answer.status !== 'pending'
    if (isOver && answer.hash) return answer.hash
    if (isOver && answer.status === 'failed') {
      throw new SluiceError('TRANSACTION_DROPPED', { details: 'the wallet did not execute its batch' })
    }
    await sleep(BATCH_POLL_MS, signal)
  }
}

export interface WatchToEndOptions extends WatchQuery {
  /** What the transaction was sent for. */
  intent: SwapQuery['intent']
  chain: ChainReader
  config: ResolvedConfig
}

type WatchQuery = Parameters<ChainReader['watch']>[0]

/**
 * Watches a sent swap to its end. Only a receipt counts as success; rejects with `TRANSACTION_DROPPED`,
 * `TRANSACTION_CANCELLED`, `TRANSACTION_REVERTED` or `WALLET_ERROR`.
 */
export async function watchToEnd({
  transaction,
  intent,
  chain,
  config,
  ...watch
}: WatchToEndOptions): Promise<SwapOutcome> {
  const { chainId, hash, to } = transaction
  const outcome = await chain.watch({ transaction, ...watch })
  if (outcome.kind === 'dropped') throw new SluiceError('TRANSACTION_DROPPED', { txHash: hash })
  if (outcome.kind === 'cancelled') {
    throw new SluiceError('TRANSACTION_CANCELLED', { txHash: outcome.hash })
  }
  const { receipt } = outcome
  if (receipt.status === 'reverted') {
    throw new SluiceError('TRANSACTION_REVERTED', { txHash: receipt.hash, details: receipt.revertReason })
  }
  const codec = isWrapBy(to, intent) ? wrapReceipt : await loadRouterCodec(getChain(config, chainId).codec)
  const replacedHash = outcome.kind === 'replaced' ? hash : undefined
  return readOutcome({ receipt, intent, router: to, codec, replacedHash })
}
