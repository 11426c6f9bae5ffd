import { loadApproveCall } from '../../chain/approve-call.ts'
import type { WatchOutcome } from '../../chain/types.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Address, Hex } from '../../lib/address.ts'
import { minBigInt } from '../../lib/amount.ts'
import { sleep } from '../../lib/sleep.ts'
import { MAX_APPROVAL_GAS } from '../../lib/thresholds.ts'
import { type Asking, answerOrFound } from './answer-or-found.ts'
import { gasLimit, requireGasAtMost } from './gas-limit.ts'
import { isNothingSent, type SendOptions, sendCall } from './send-call.ts'
import type { EffectContext } from './types.ts'

/** An allowance to be set by the account. */
export interface Allowance {
  chainId: number
  account: Address
  token: Address
  spender: Address
  /** Base units; 0 removes the allowance. */
  amount: bigint
  /** What is enough of it, in base units. Default `amount`. */
  needed?: bigint
}

export type AllowanceContext = Pick<EffectContext, 'wallet' | 'chain' | 'signal' | 'now' | 'checkRules'> &
  Partial<Pick<EffectContext, 'emit' | 'lifetime'>>

export interface ApprovalOptions extends Pick<SendOptions, 'ask'> {
  /** The highest gas limit it may have. At most, and by default, `MAX_APPROVAL_GAS`. */
  maxGas: bigint | undefined
  /** The latest block before the request; undefined is unknown. */
  since: bigint | undefined
}

/** Polls for an approval that may have been sent, after an ambiguous wallet response. */
const MAX_UNCERTAIN_POLLS = 5

/** Requests the approval. The hash comes from the wallet, or from the chain while the wallet is silent. */
export async function sendApproval(
  allowance: Allowance,
  { maxGas, ask, since }: ApprovalOptions,
  context: AllowanceContext,
): Promise<Hex> {
  const call = await approvalCall(allowance)
  const gas = await gasLimit(call, allowance, context)
  const { chainId, account: from } = allowance
  const most = minBigInt(maxGas ?? MAX_APPROVAL_GAS, MAX_APPROVAL_GAS)
  await requireGasAtMost(gas, most, () => context.chain.dataGas({ chainId, ...call }))
  const search = { ...call, chainId, from, fromBlock: since, chainDeadline: undefined }
  let isAsked = false
  const send = ({ onAsk, found }: Asking) => {
    const asked = () => {
      isAsked = true
      onAsk()
    }
    return sendCall(call, { gas, found, onAsk: asked, ...(ask && { ask }) }, allowance, context)
  }
  try {
    const first = await answerOrFound(send, { search, context })
    if ('answer' in first) return first.answer
    if (first.hash) return first.hash
    throw new SluiceError('WALLET_ERROR', { details: 'the wallet did not answer' })
  } catch (error) {
    if (!isAsked || since === undefined || isNothingSent(error)) throw error
    const query = { ...search, signal: context.signal, maxPolls: MAX_UNCERTAIN_POLLS }
    const hash = await context.chain.findSent(query).catch(() => undefined)
    context.signal.throwIfAborted()
    if (hash) return hash
    throw error
  }
}

/**
 * Waits until the transaction is mined and the chain says that enough is allowed: the mined hash, and how much. `since`: the
 * block at which the wallet was asked; undefined is unknown.
 */
export async function watchApproval(
  allowance: Allowance,
  { hash, since }: { hash: Hex; since?: bigint | undefined },
  context: AllowanceContext,
): Promise<{ hash: Hex; allowance: bigint }> {
  const { chainId, account: from, amount, needed = amount } = allowance
  const call = await approvalCall(allowance)
  const trace = since === undefined ? undefined : { fromBlock: since, nonce: undefined }
  const transaction = { ...call, chainId, from, hash, trace }
  const outcome = await context.chain.watch({
    transaction,
    signal: context.signal,
    onAwaitingSigners: () => context.emit?.({ type: 'awaiting-signers' }),
  })
  const mined = minedHash(outcome, hash)
  // Wallets let users edit the amount: check the allowance instead of trusting the request or the receipt.
  const current = await readAllowance(allowance, context)
  if (isSet(allowance, current)) return { hash: mined, allowance: current }
  const code = OUTCOME_CODES[outcome.kind]
  throw new SluiceError(code, { txHash: mined, details: `allowance ${current}, needed ${needed}` })
}

/** Why less is allowed than needed. */
const OUTCOME_CODES = {
  mined: 'ALLOWANCE_TOO_LOW',
  replaced: 'ALLOWANCE_TOO_LOW',
  cancelled: 'TRANSACTION_CANCELLED',
  dropped: 'TRANSACTION_DROPPED',
} as const satisfies Record<WatchOutcome['kind'], ErrorCode>

/** The hash of what was mined, as far as it is known. Throws if it was reverted. */
function minedHash(outcome: WatchOutcome, sent: Hex): Hex {
  if (outcome.kind === 'dropped') return sent
  if (outcome.kind === 'cancelled') return outcome.hash
  const { status, hash, revertReason } = outcome.receipt
  if (status === 'success') return hash
  throw new SluiceError('TRANSACTION_REVERTED', { txHash: hash, details: revertReason })
}

const MAX_READS = 4
const READ_INTERVAL_MS = 700

/** Reads several times while it is not set: the node may be a block behind the receipt. */
async function readAllowance(allowance: Allowance, { chain, signal }: AllowanceContext): Promise<bigint> {
  const { chainId, account: owner, token, spender } = allowance
  for (let read = 1; ; read++) {
    const current = await chain.allowance({ chainId, token, owner, spender })
    if (isSet(allowance, current) || read === MAX_READS) return current
    await sleep(READ_INTERVAL_MS, signal)
  }
}

function isSet({ amount, needed = amount }: Allowance, current: bigint): boolean {
  return amount === 0n ? current === 0n : current >= needed
}

async function approvalCall({ token, spender, amount }: Allowance) {
  const approveCall = await loadApproveCall()
  return approveCall(token, spender, amount)
}
