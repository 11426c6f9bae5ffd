import type { QuoteResult } from '../../../wire/quote.ts'
import { loadApproveCall, TYPICAL_APPROVAL_GAS } from '../../chain/approve-call.ts'
import type { Call, ChainReader, SimulationResult } from '../../chain/types.ts'
import type { ApprovalStep, SwapIntent } from '../machine/types.ts'
import type { VerifiedCall } from '../verification/verify-quote.ts'
import type { Funds } from './read-funds.ts'

export interface SwapSimulation {
  /** Simulates approvals and swap together; undefined if the RPC cannot simulate. */
  simulation: SimulationResult | undefined
  approvalSteps: readonly ApprovalStep[]
  /** The simulated calls: the approvals, then the swap. */
  calls: readonly Call[]
  /** Estimated units of gas. `each` lists every call in order. */
  gas: { swap: bigint; total: bigint; each: readonly bigint[] }
}

export interface SimulationQuery {
  intent: SwapIntent
  call: VerifiedCall
  /** The amount of a missing approval. */
  approvedAmount: bigint
  funds: Funds
  quote: QuoteResult
}

/**
 * Simulates the call with a signed permit; undefined if the chain rejects the permit (used nonce,
 * another kind of permit, an account with another signature scheme). Without a simulation the gas
 * estimate decides.
 */
export async function simulatePermitted(
  chain: ChainReader,
  query: SimulationQuery,
  call: VerifiedCall,
): Promise<{ call: VerifiedCall; simulated: SwapSimulation } | undefined> {
  const funds = { ...query.funds, allowance: call.maxInputAmount }
  const simulated = await simulateSwap(chain, { ...query, call, funds })
  const isRefused = simulated.simulation
    ? !simulated.simulation.success
    : await isRefusedByEstimate(chain, query.intent, call)
  return isRefused ? undefined : { call, simulated }
}

/**
 * Simulates the calls as they will be sent. If the simulated approval fails, simulates again with a
 * reset of the existing allowance first (USDT), so no list of such tokens is needed.
 */
export async function simulateSwap(
  chain: ChainReader,
  { intent, call, approvedAmount, funds, quote }: SimulationQuery,
): Promise<SwapSimulation> {
  const run = (calls: readonly Call[]) =>
    chain.simulate({
      chainId: intent.chainId,
      from: intent.account,
      calls,
      accounts: getAccounts(intent),
      tokens: [intent.inputToken.address, intent.outputToken.address],
    })
  if (funds.allowance >= call.maxInputAmount) {
    const simulation = await run([call])
    return { simulation, approvalSteps: [], calls: [call], gas: getGas(simulation, quote, 0) }
  }

  const approveCall = await loadApproveCall()
  const token = intent.inputToken.address
  const reset = approveCall(token, call.to, 0n)
  const approve = approveCall(token, call.to, approvedAmount)
  let approvalSteps: readonly ApprovalStep[] = ['approval']
  let calls: readonly Call[] = [approve, call]
  let simulation = await run(calls)
  const isRefused = simulation
    ? simulation.failedCall === 0
    : await isRefusedByEstimate(chain, intent, approve)
  if (isRefused && funds.allowance > 0n) {
    approvalSteps = ['approval-reset', 'approval']
    calls = [reset, approve, call]
    simulation = await run(calls)
  }
  return { simulation, approvalSteps, calls, gas: getGas(simulation, quote, approvalSteps.length) }
}

async function isRefusedByEstimate(
  chain: ChainReader,
  { chainId, account }: SwapIntent,
  { to, data, value }: Call,
): Promise<boolean> {
  const estimate = chain.estimateGas({ chainId, from: account, to, data, value })
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
  const approvalGas = measured?.slice(0, -1) ?? Array.from({ length: approvals }, () => TYPICAL_APPROVAL_GAS)
  const total = approvalGas.reduce((sum, units) => sum + units, swap)
  return { swap, total, each: [...approvalGas, swap] }
}
