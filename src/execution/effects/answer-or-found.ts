import type { Hex } from '../../../wire/lib/address.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { ChainReader } from '../../chain/types.ts'
import { reportDefect } from '../../errors/report-defect.ts'
import { anySignal } from '../../lib/any-signal.ts'
import type { EffectContext } from './types.ts'

/** How long a request stays open before the chain is searched for its transaction. */
const SILENCE_MS = 2_000
/** Limits the search for an abandoned request to about an hour. */
const MAX_POLLS_ONCE_LEFT = 600

export interface SilentRequest {
  /** The call to find; `fromBlock` is the latest block before the request. */
  search: Omit<Parameters<ChainReader['findSent']>[0], 'signal' | 'isMinedOnly'>
  context: Pick<EffectContext, 'chain' | 'signal' | 'lifetime' | 'reportError'>
}

export interface Asking {
  /** Called immediately before the wallet request. Nothing was sent before. */
  onAsk: () => void
  /** Aborted once the transaction is found on chain. */
  found: AbortSignal
}

/**
 * The response of the wallet, or the transaction found on chain if that came first. `hash` is
 * undefined after the deadline.
 */
export type AnswerOrFound<Answer> = { answer: Answer } | { hash: Hex | undefined }

/**
 * Sends a wallet request and searches the chain while the request is open, because some wallets
 * send a transaction and never settle their promise. The search outlives the stage, because a
 * wallet can still send after Cancel.
 */
export async function answerOrFound<Answer>(
  ask: (asking: Asking) => Promise<Answer>,
  request: SilentRequest,
): Promise<AnswerOrFound<Answer>> {
  const found = new AbortController()
  const settled = new AbortController()
  let onAsk = () => {}
  const asked = new Promise<void>((resolve) => {
    onAsk = resolve
  })
  const answer = ask({ onAsk, found: found.signal }).then((value) => ({ answer: value }))
  const shown = asked
    .then(() => searchMined(request, settled.signal))
    .catch((error: unknown) => {
      reportDefect(error, request.context.reportError)
      return new Promise<never>(() => {})
    })
  try {
    const first = await Promise.race([answer, shown])
    if ('hash' in first && first.hash) found.abort()
    return first
  } finally {
    settled.abort()
  }
}

async function searchMined(
  { search, context }: SilentRequest,
  settled: AbortSignal,
): Promise<{ hash: Hex | undefined }> {
  // Without a first block, the search could match an earlier identical call.
  if (search.fromBlock === undefined) throw new Error('The first block is unknown')
  const { chain, signal: stage, lifetime = stage } = context
  const wanted = anySignal(lifetime, settled)
  await sleep(SILENCE_MS, wanted)
  const query = { ...search, isMinedOnly: true }
  try {
    return { hash: await chain.findSent({ ...query, signal: anySignal(wanted, stage) }) }
  } catch (error) {
    if (wanted.aborted || !stage.aborted) throw error
  }
  const slow = { isUnlikely: true, maxPolls: MAX_POLLS_ONCE_LEFT }
  return { hash: await chain.findSent({ ...query, ...slow, signal: wanted }) }
}
