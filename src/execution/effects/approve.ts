import type { StateOf } from '../machine/types.ts'
import { type Allowance, sendApproval, watchApproval } from './allowance.ts'
import { askHost } from './ask-host.ts'
import { latestBlock } from './latest-block.ts'
import { toApprovalRequest } from './send-call.ts'
import type { Effect } from './types.ts'

type Approving = StateOf<'approving'>

/** Requests one approval of the plan, then waits for its receipt. */
export const approve: Effect<Approving> = async (state, context) => {
  const { plan, hash, since } = state
  const allowance = getAllowance(state)
  if (hash !== undefined)
    return { type: 'approval-mined', ...(await watchApproval(allowance, { hash, since }, context)) }
  const ask = () =>
    askHost('onBeforeApproval', toApprovalRequest(state.intent, { ...allowance, kind: 'approval' }), context)
  const asked = await latestBlock(state.intent, context)
  const sent = await sendApproval(allowance, { maxGas: plan.maxGas, ask, since: asked }, context)
  return { type: 'approval-sent', hash: sent, since: asked }
}

function getAllowance({ intent, plan, step }: Approving): Allowance {
  const { chainId, account } = intent
  const { token, spender, amount, needed } = plan
  const isReset = plan.steps[step] === 'approval-reset'
  return { chainId, account, token, spender, ...(isReset ? { amount: 0n } : { amount, needed }) }
}
