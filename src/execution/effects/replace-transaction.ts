import type { Hex } from '../../../wire/lib/address.ts'
import { minBigInt } from '../../../wire/lib/amount.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { Replaceable, WatchedTransaction } from '../../chain/types.ts'
import { orUnknown } from '../../errors/report-defect.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { gasLimit } from './gas-limit.ts'
import { sendCall } from './send-call.ts'
import type { EffectContext } from './types.ts'

export type ReplacementKind = 'speed-up' | 'cancel'

/**
 * `replaces`: sent with the nonce of the transaction. `beside`: the wallet chose another nonce.
 * `unseen`: sent, and no node has returned it yet. `too-late`: nothing was sent, because the nonce
 * is used or no node returns the transaction.
 */
export type Replacement = { hash: Hex; result: 'replaces' | 'beside' | 'unseen' | 'too-late' }

export interface ReplaceContext extends Pick<EffectContext, 'wallet' | 'chain' | 'signal' | 'reportError'> {
  /**
   * The nonce, gas limit and fees on the screen at the click. Nothing is sent that can cost more.
   */
  shown: Replaceable
  /**
   * Checks before a speed-up: the first calls the host's hook, `check` throws if the swap must not be
   * sent now.
   */
  speedUp?: { ask: () => Promise<void>; check: () => void }
  /** Called when the wallet has sent the replacement, before its result is known. */
  onSent?: (hash: Hex) => void
}

const MAX_READS = 10
const READ_INTERVAL_MS = 700

/**
 * Sends a pending transaction again with the shown fees, or an empty call to the account itself,
 * with the same nonce. Wallets may ignore the nonce, so the sent transaction is read back. Rejects
 * with a `SluiceError`.
 */
export async function replaceTransaction(
  transaction: WatchedTransaction,
  kind: ReplacementKind,
  { wallet, chain, signal, shown, speedUp, onSent, reportError }: ReplaceContext,
): Promise<Replacement> {
  const { chainId, from: account } = transaction
  const current = await wallet.readChainId()
  signal.throwIfAborted()
  if (current !== chainId) await wallet.switchChain(chainId)
  if (kind === 'speed-up') await speedUp?.ask()
  // Read last, because it may be mined by now.
  const pending = await chain.findReplaceable(transaction)
  if (!pending || pending.isMined) return { hash: transaction.hash, result: 'too-late' }
  requireAsShown(pending, shown)
  const call = getCall(transaction, kind)
  const { nonce, fees } = shown
  const hash = await sendCall(
    call,
    { gas: await getGas(call, kind, { transaction, shown, chain, reportError }), replaces: { nonce, fees } },
    { chainId, account },
    {
      wallet,
      signal,
      now: Date.now,
      ...(kind === 'speed-up' && speedUp && { checkRules: speedUp.check }),
    },
  )
  if (hash !== transaction.hash) onSent?.(hash)
  const sent = await readBack({ ...call, chainId, from: account, hash }, { chain, signal, reportError })
  if (!sent) return { hash, result: 'unseen' }
  return { hash, result: sent.nonce === nonce && hash !== transaction.hash ? 'replaces' : 'beside' }
}

/** Throws `UNVERIFIABLE` if the shown nonce differs or the shown gas limit is higher. */
function requireAsShown(pending: Replaceable, shown: Replaceable): void {
  if (pending.nonce === shown.nonce && shown.gas <= pending.gas) return
  throw new SluiceError('UNVERIFIABLE', {
    details: `nonce ${pending.nonce} and gas ${pending.gas}, shown with ${shown.nonce} and ${shown.gas}`,
  })
}

function getCall({ from, to, data, value }: WatchedTransaction, kind: ReplacementKind) {
  return kind === 'cancel' ? { to: from, data: '0x' as const, value: 0n } : { to, data, value }
}

/**
 * The gas limit of the first transaction. A cancellation needs less, except for the chain's data
 * gas.
 */
async function getGas(
  call: ReturnType<typeof getCall>,
  kind: ReplacementKind,
  {
    transaction: { chainId, from: account },
    shown,
    chain,
    reportError,
  }: { transaction: WatchedTransaction } & Pick<ReplaceContext, 'shown' | 'chain' | 'reportError'>,
): Promise<bigint> {
  if (kind === 'speed-up') return shown.gas
  const estimate = await orUnknown(gasLimit(call, { chainId, account }, { chain }), reportError)
  return minBigInt(estimate ?? shown.gas, shown.gas)
}

/** Returns the sent transaction as soon as a node returns it. */
async function readBack(
  sent: WatchedTransaction,
  { chain, signal, reportError }: Pick<ReplaceContext, 'chain' | 'signal' | 'reportError'>,
): Promise<Replaceable | undefined> {
  for (let read = 1; ; read++) {
    const found = await orUnknown(chain.findReplaceable(sent), reportError)
    if (found || read === MAX_READS) return found
    await sleep(READ_INTERVAL_MS, signal)
  }
}
