import { type Address, type Hex, sameAddress } from '../../../wire/lib/address.ts'
import { minBigInt } from '../../../wire/lib/amount.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import { loadApproveCall } from '../../chain/approve-call.ts'
import { readAllowances } from '../../chain/transfers.ts'
import type { WatchOutcome } from '../../chain/types.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { orUnknown, reportDefect, rethrowDefect } from '../../errors/report-defect.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { MAX_APPROVAL_GAS } from '../../lib/thresholds.ts'
import { type Asking, answerOrFound } from './answer-or-found.ts'
import { gasLimit, requireGasAtMost } from './gas-limit.ts'
import { isNothingSent, type SendOptions, sendCall } from './send-call.ts'
import type { EffectContext } from './types.ts'

/** An allowance that the account sets. */
export interface Allowance {
  chainId: number
  account: Address
  token: Address
  spender: Address
  /** Base units; 0 removes the allowance. */
  amount: bigint
  /** The allowance that the swap needs, in base units. Default `amount`. */
  needed?: bigint
}

export type AllowanceContext = Pick<
  EffectContext,
  'wallet' | 'chain' | 'signal' | 'now' | 'checkRules' | 'reportError'
> &
  Partial<Pick<EffectContext, 'emit' | 'lifetime'>>

export interface ApprovalOptions extends Pick<SendOptions, 'ask'> {
  /** The highest gas limit of the approval. Default and upper bound: `MAX_APPROVAL_GAS`. */
  maxGas: bigint | undefined
  /** The latest block before the request; undefined is unknown. */
  since: bigint | undefined
}

const MAX_UNCERTAIN_POLLS = 5

/**
 * Requests the approval. The hash comes from the wallet, or from the chain if the wallet does not
 * answer.
 */
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
    throw new SluiceError('WALLET_ERROR', { details: 'the wallet did not respond to the approval request' })
  } catch (error) {
    if (!isAsked || since === undefined || isNothingSent(error)) throw error
    const query = { ...search, signal: context.signal, maxPolls: MAX_UNCERTAIN_POLLS }
    const hash = await orUnknown(context.chain.findSent(query), context.reportError)
    context.signal.throwIfAborted()
    if (!hash) throw error
    reportDefect(error, context.reportError)
    return hash
  }
}

export interface MinedApproval {
  hash: Hex
  /** Base units. */
  allowance: bigint
  /** The receipt contains this allowance, but the node still returns less. */
  isLagging?: true
}

/** Waits for the receipt of an approval, then until the chain returns the allowance. */
export async function watchApproval(
  allowance: Allowance,
  { hash, since }: { hash: Hex; since?: bigint | undefined },
  context: AllowanceContext,
): Promise<MinedApproval> {
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
  // Wallets let users edit the amount, so the request does not prove it.
  const approved = readApproved(outcome, allowance)
  const isApproved = approved !== undefined && isSet(allowance, approved)
  const waitMs = isApproved ? MAX_LAG_MS : READ_INTERVAL_MS * 3
  const current = await readAllowance(allowance, { ...context, waitMs })
  if (isSet(allowance, current)) return { hash: mined, allowance: current }
  if (isApproved) return { hash: mined, allowance: approved, isLagging: true }
  const code = OUTCOME_CODES[outcome.kind]
  throw new SluiceError(code, { txHash: mined, details: `allowance ${current}, needed ${needed}` })
}

/** The error code for an allowance below the needed amount. */
const OUTCOME_CODES = {
  mined: 'ALLOWANCE_TOO_LOW',
  replaced: 'ALLOWANCE_TOO_LOW',
  cancelled: 'TRANSACTION_CANCELLED',
  dropped: 'TRANSACTION_DROPPED',
} as const satisfies Record<WatchOutcome['kind'], ErrorCode>

/** The hash of the mined transaction, if it is known. Throws for a reverted transaction. */
function minedHash(outcome: WatchOutcome, sent: Hex): Hex {
  if (outcome.kind === 'dropped') return sent
  if (outcome.kind === 'cancelled') return outcome.hash
  const { status, hash, revertReason } = outcome.receipt
  if (status === 'success') return hash
  throw new SluiceError('TRANSACTION_REVERTED', { txHash: hash, details: revertReason })
}

/** The allowance in the last matching `Approval` event of the receipt; undefined without one. */
function readApproved(outcome: WatchOutcome, { token, account, spender }: Allowance): bigint | undefined {
  if (!('receipt' in outcome)) return undefined
  const given = readAllowances(outcome.receipt.logs).filter(
    (entry) =>
      sameAddress(entry.token, token) &&
      sameAddress(entry.owner, account) &&
      sameAddress(entry.spender, spender),
  )
  return given.at(-1)?.amount
}

/** How far a node may lag behind a receipt. */
const MAX_LAG_MS = 15_000
const READ_INTERVAL_MS = 700

/** Polls until the allowance is set or the wait is over. A failed read counts as not set. */
async function readAllowance(
  allowance: Allowance,
  { chain, signal, waitMs }: AllowanceContext & { waitMs: number },
): Promise<bigint> {
  const { chainId, account: owner, token, spender } = allowance
  for (let waitedMs = 0; ; waitedMs += READ_INTERVAL_MS) {
    const isLast = waitedMs >= waitMs
    const current = await chain.allowance({ chainId, token, owner, spender }).catch((error: unknown) => {
      if (isLast) throw error
      return rethrowDefect(error)
    })
    if (current !== undefined && (isLast || isSet(allowance, current))) return current
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
