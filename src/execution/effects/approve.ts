import type { StateOf } from '../machine/types.ts'
import { type Allowance, sendApproval, watchApproval } from './allowance.ts'
import type { Effect } from './types.ts'

type Approving = StateOf<'approving'>

/** Requests one approval of the plan, then waits for its receipt. */
export const approve: Effect<Approving> = async (state, context) => {
  const { plan, hash } = state
  const allowance = getAllowance(state)
  return hash === undefined
    ? { type: 'approval-sent', hash: await sendApproval(allowance, plan.maxGas, context) }
    : { type: 'approval-mined', hash: await watchApproval(allowance, hash, context) }
}

function getAllowance({ intent, plan, step }: Approving): Allowance {
  const { chainId, account } = intent
  const { token, spender } = plan
  return {
    chainId,
    account,
    token,
    spender,
    amount: plan.steps[step] === 'approval-reset' ? 0n : plan.amount,
  }
}
