import { loadApproveCall, TYPICAL_APPROVAL_GAS } from '../../chain/approve-call.ts'
import type { Call, ChainReader, SimulationResult } from '../../chain/types.ts'
import type { QuoteResult } from '../../wire/router.ts'
import type { ApprovalStep, SwapIntent } from '../machine/types.ts'
import type { VerifiedCall } from '../verification/verify-quote.ts'
import type { Funds } from './read-funds.ts'

export interface SwapSimulation {
  /** Of approvals and swap in one; undefined where the RPC cannot simulate. */
  simulation: SimulationResult | undefined
  approvalSteps: readonly ApprovalStep[]
  /** Units of gas, estimated. */
  gas: { swap: bigint; total: bigint }
}

/**
 * Tries the trade as it will be sent. Whether a leftover allowance must be cleared first is not looked up in a
 * list of tokens: the approval is tried, and cleared first where that fails.
 */
export async function simulateSwap(
  chain: ChainReader,
  {
    intent,
    call,
    funds,
    quote,
  }: { intent: SwapIntent; call: VerifiedCall; funds: Funds; quote: QuoteResult },
): Promise<SwapSimulation> {
  const run = (calls: readonly Call[]) =>
    chain.simulate({
      chainId: intent.chainId,
      from: intent.account,
      calls,
      accounts: getAccounts(intent),
      tokens: [intent.inputToken.address, intent.outputToken.address],
    })
  if (funds.allowance >= intent.inputAmount) {
    const simulation = await run([call])
    return { simulation, approvalSteps: [], gas: getGas(simulation, quote, 0) }
  }

  const approveCall = await loadApproveCall()
  const token = intent.inputToken.address
  const reset = approveCall(token, call.to, 0n)
  const approve = approveCall(token, call.to, intent.inputAmount)
  let approvalSteps: readonly ApprovalStep[] = ['approval']
  let simulation = await run([approve, call])
  const isRefused = simulation
    ? simulation.failedCall === 0
    : await isRefusedByEstimate(chain, intent, approve)
  if (isRefused && funds.allowance > 0n) {
    approvalSteps = ['approval-reset', 'approval']
    simulation = await run([reset, approve, call])
  }
  return { simulation, approvalSteps, gas: getGas(simulation, quote, approvalSteps.length) }
}

async function isRefusedByEstimate(
  chain: ChainReader,
  { chainId, account }: SwapIntent,
  approve: Call,
): Promise<boolean> {
  const estimate = chain.estimateGas({ chainId, from: account, ...approve })
  return estimate.then(
    () => false,
    (error) => {
      if (error.code === 'SIMULATION_FAILED') return true
      throw error
    },
  )
}

function getAccounts({ account, receiver }: SwapIntent) {
  return account.toLowerCase() === receiver.toLowerCase() ? [account] : [account, receiver]
}

function getGas(
  simulation: SimulationResult | undefined,
  quote: QuoteResult,
  approvals: number,
): SwapSimulation['gas'] {
  const measured = simulation?.success ? simulation.gasUsed : undefined
  const swap = measured?.at(-1) ?? BigInt(quote.computationUnits)
  const before = measured?.slice(0, -1) ?? Array.from({ length: approvals }, () => TYPICAL_APPROVAL_GAS)
  return { swap, total: before.reduce((sum, units) => sum + units, swap) }
}
