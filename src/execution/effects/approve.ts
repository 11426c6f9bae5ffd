import { SluiceError } from '../../errors/sluice-error.ts'
import { sleep } from '../../lib/sleep.ts'
import { loadApproveCall } from '../approve-call.ts'
import type { ApprovalPlan, StateOf } from '../types.ts'
import { sendCall } from './send-call.ts'
import type { Effect, EffectContext } from './types.ts'

/** Asks for one approval of the plan, and once it is out, follows it. */
export const approve: Effect<StateOf<'approving'>> = (state, context) =>
  state.hash === undefined ? sendApproval(state, context) : watchApproval(state, state.hash, context)

async function sendApproval(
  { intent, plan, step }: StateOf<'approving'>,
  context: EffectContext,
): Promise<{ type: 'approval-sent'; hash: `0x${string}` }> {
  const call = await approvalCall(plan, step)
  return { type: 'approval-sent', hash: await sendCall(call, intent, context) }
}

async function watchApproval(
  { intent, plan, step }: StateOf<'approving'>,
  hash: `0x${string}`,
  context: EffectContext,
): Promise<{ type: 'approval-mined'; hash: `0x${string}` }> {
  const { chainId, account: from } = intent
  const call = await approvalCall(plan, step)
  const outcome = await context.chain.watch({
    transaction: { ...call, chainId, from, hash },
    signal: context.signal,
  })
  if (outcome.kind === 'dropped') throw new SluiceError('TRANSACTION_DROPPED', { txHash: hash })
  // A wallet that lets people edit the amount replaces the approval's data: what counts is the allowance.
  if (outcome.kind === 'cancelled')
    await requireAllowance(plan, step, context, intent, 'TRANSACTION_CANCELLED')
  else if (outcome.receipt.status === 'reverted') throw reverted(outcome.receipt)
  else await requireAllowance(plan, step, context, intent, 'ALLOWANCE_TOO_LOW')
  return {
    type: 'approval-mined',
    hash: 'receipt' in outcome ? outcome.receipt.hash : (outcome.hash ?? hash),
  }
}

async function approvalCall(plan: ApprovalPlan, step: number) {
  const approveCall = await loadApproveCall()
  return approveCall(plan.token, plan.spender, plan.steps[step] === 'approval-reset' ? 0n : plan.amount)
}

const READS = 4
const READ_AGAIN_MS = 700

/** Reads the allowance again, a few times: the node that answers may be a block behind the receipt. */
async function requireAllowance(
  plan: ApprovalPlan,
  step: number,
  { chain, signal }: EffectContext,
  { chainId, account: owner }: StateOf<'approving'>['intent'],
  code: 'ALLOWANCE_TOO_LOW' | 'TRANSACTION_CANCELLED',
): Promise<void> {
  const isReset = plan.steps[step] === 'approval-reset'
  let allowance = 0n
  for (let read = 0; read < READS; read++) {
    if (read > 0) await sleep(READ_AGAIN_MS, signal)
    allowance = await chain.allowance({ chainId, token: plan.token, owner, spender: plan.spender })
    if (isReset ? allowance === 0n : allowance >= plan.amount) return
  }
  throw new SluiceError(code, { details: `allowance ${allowance}, needed ${isReset ? 0n : plan.amount}` })
}

function reverted({ hash, revertReason }: { hash: `0x${string}`; revertReason: string | undefined }) {
  return new SluiceError('TRANSACTION_REVERTED', {
    txHash: hash,
    ...(revertReason !== undefined && { details: revertReason }),
  })
}
