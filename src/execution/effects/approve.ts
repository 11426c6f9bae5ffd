import { loadApproveCall } from '../../chain/approve-call.ts'
import type { WatchOutcome } from '../../chain/types.ts'
import type { ApprovalRequest } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Hex } from '../../lib/address.ts'
import { sleep } from '../../lib/sleep.ts'
import type { ExecutionEvent, StateOf } from '../machine/types.ts'
import { askHost } from './ask-host.ts'
import { gasLimit, requireGasAtMost } from './gas-limit.ts'
import { sendCall } from './send-call.ts'
import type { Effect, EffectContext } from './types.ts'

type Approving = StateOf<'approving'>

/** Requests one approval of the plan, then waits for its receipt. */
export const approve: Effect<Approving> = (state, context) =>
  state.hash === undefined ? sendApproval(state, context) : watchApproval(state, state.hash, context)

async function sendApproval(state: Approving, context: EffectContext): Promise<ExecutionEvent> {
  const call = await approvalCall(state)
  const gas = await gasLimit(call, state.intent, context)
  requireGasAtMost(gas, state.plan.maxGas)
  const ask = () => askHost('onBeforeApproval', toApprovalRequest(state), context)
  return { type: 'approval-sent', hash: await sendCall(call, { gas, ask }, state.intent, context) }
}

function toApprovalRequest(state: Approving): ApprovalRequest {
  const { id: routeId, chainId, account, inputToken } = state.intent
  const { spender } = state.plan
  return { routeId, chainId, account, token: inputToken, spender, amount: getAmount(state).toString() }
}

async function watchApproval(state: Approving, hash: Hex, context: EffectContext): Promise<ExecutionEvent> {
  const { chainId, account: from } = state.intent
  const call = await approvalCall(state)
  const transaction = { ...call, chainId, from, hash }
  const outcome = await context.chain.watch({ transaction, signal: context.signal })
  const mined = minedHash(outcome, hash)
  // Wallets let users edit the amount: check the allowance instead of trusting the request or the receipt.
  const allowance = await readAllowance(state, context)
  if (isSufficient(state, allowance)) return { type: 'approval-mined', hash: mined }
  const code = outcome.kind === 'cancelled' ? 'TRANSACTION_CANCELLED' : 'ALLOWANCE_TOO_LOW'
  throw new SluiceError(code, {
    txHash: mined,
    details: `allowance ${allowance}, needed ${getAmount(state)}`,
  })
}

/** The hash of the mined transaction. Throws if it was dropped or reverted. */
function minedHash(outcome: WatchOutcome, sent: Hex): Hex {
  if (outcome.kind === 'dropped') throw new SluiceError('TRANSACTION_DROPPED', { txHash: sent })
  if (outcome.kind === 'cancelled') return outcome.hash ?? sent
  const { status, hash, revertReason } = outcome.receipt
  if (status === 'success') return hash
  throw new SluiceError('TRANSACTION_REVERTED', { txHash: hash, details: revertReason })
}

const MAX_READS = 4
const READ_INTERVAL_MS = 700

/** Reads several times while it is too low: the node may be a block behind the receipt. */
async function readAllowance(state: Approving, { chain, signal }: EffectContext): Promise<bigint> {
  const { chainId, account: owner } = state.intent
  const { token, spender } = state.plan
  for (let read = 1; ; read++) {
    const allowance = await chain.allowance({ chainId, token, owner, spender })
    if (isSufficient(state, allowance) || read === MAX_READS) return allowance
    await sleep(READ_INTERVAL_MS, signal)
  }
}

function isSufficient(state: Approving, allowance: bigint): boolean {
  return isReset(state) ? allowance === 0n : allowance >= state.plan.amount
}

function getAmount(state: Approving): bigint {
  return isReset(state) ? 0n : state.plan.amount
}

function isReset({ plan, step }: Approving): boolean {
  return plan.steps[step] === 'approval-reset'
}

async function approvalCall(state: Approving) {
  const approveCall = await loadApproveCall()
  return approveCall(state.plan.token, state.plan.spender, getAmount(state))
}
