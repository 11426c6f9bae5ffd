import type { Replaceable, WatchedTransaction } from '../../chain/types.ts'
import type { Hex } from '../../lib/address.ts'
import { sleep } from '../../lib/sleep.ts'
import { gasLimit } from './gas-limit.ts'
import { requireWallet } from './send-call.ts'
import type { EffectContext } from './types.ts'

export type ReplacementKind = 'speed-up' | 'cancel'

/**
 * What became of it: sent in place of the transaction, sent as another one beside it, or sent and not shown by a node so
 * far. `too-late`: nothing was sent, because the transaction is mined or no node shows it any more.
 */
export type Replacement = { hash: Hex; result: 'replaces' | 'beside' | 'unseen' | 'too-late' }

export interface ReplaceContext extends Pick<EffectContext, 'wallet' | 'chain' | 'signal'> {
  /** Before the swap is sent again: `ask` asks the host, `check` throws where it may not be sent now. */
  speedUp?: { ask: () => Promise<void>; check: () => void }
  /** Called when the wallet has sent it, whatever becomes of it. */
  onSent?: (hash: Hex) => void
}

const MAX_READS = 10
const READ_INTERVAL_MS = 700

/**
 * Asks the wallet to send a pending transaction again with a higher fee, or to send nothing to itself in its place; both
 * with its nonce. Wallets may ignore the nonce: what was sent is read back. Rejects with a `SluiceError`.
 */
export async function replaceTransaction(
  transaction: WatchedTransaction,
  kind: ReplacementKind,
  { wallet, chain, signal, speedUp, onSent }: ReplaceContext,
): Promise<Replacement> {
  const { chainId, from } = transaction
  const current = await wallet.readChainId()
  signal.throwIfAborted()
  if (current !== chainId) await wallet.switchChain(chainId)
  if (kind === 'speed-up') await speedUp?.ask()
  // Read last: fees move, and it may be mined by now.
  const pending = await chain.findReplaceable(transaction)
  if (!pending || pending.isMined) return { hash: transaction.hash, result: 'too-late' }
  await requireWallet(wallet, { chainId, account: from })
  signal.throwIfAborted()
  const call = getCall(transaction, kind)
  const { nonce, fees } = pending
  const account = { chainId, account: from }
  // Sending nothing costs less than the swap, whatever the chain charges beside.
  const gas =
    kind === 'cancel' ? await gasLimit(call, account, { chain }).catch(() => pending.gas) : pending.gas
  if (kind === 'speed-up') speedUp?.check()
  const hash = await wallet.sendTransaction({ ...call, chainId, from, gas, nonce, fees })
  if (hash !== transaction.hash) onSent?.(hash)
  const sent = await readBack({ ...call, chainId, from, hash }, { chain, signal })
  if (!sent) return { hash, result: 'unseen' }
  return { hash, result: sent.nonce === nonce && hash !== transaction.hash ? 'replaces' : 'beside' }
}

function getCall({ from, to, data, value }: WatchedTransaction, kind: ReplacementKind) {
  return kind === 'cancel' ? { to: from, data: '0x' as const, value: 0n } : { to, data, value }
}

/** What was sent, as soon as a node shows it. */
async function readBack(
  sent: WatchedTransaction,
  { chain, signal }: Pick<ReplaceContext, 'chain' | 'signal'>,
): Promise<Replaceable | undefined> {
  for (let read = 1; ; read++) {
    const found = await chain.findReplaceable(sent).catch(() => undefined)
    if (found || read === MAX_READS) return found
    await sleep(READ_INTERVAL_MS, signal)
  }
}
