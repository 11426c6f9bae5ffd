import { maxBigInt } from '../../../wire/lib/amount.ts'
import { createId } from '../../../wire/lib/create-id.ts'
import type { QuoteResult, Simulation } from '../../../wire/quote.ts'
import { findCallerBudgetError } from '../../chain/rpc/rpc-errors.ts'
import { ServiceError, unavailable } from '../../lib/service-error.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Solution } from '../search/solve.ts'
import { readAccountFunds } from './account-funds.ts'
import { describeSolution } from './describe-solution.ts'
import { encodeSwap } from './encode-swap.ts'
import { permitGas, routeGas } from './gas-model.ts'
import { type SwapCall, type SwapSimulation, simulateSwap } from './simulate-swap.ts'
import type { OverrideView } from './storage-slots.ts'

/**
 * Units that interest-bearing tokens may lose to rounding at transfers, because their balances are
 * shares.
 */
const MAX_ROUNDING = 8n
const MAX_RETRY_AFTER_SECONDS = 3_600
/** Below this amount, at most one unit counts as rounding. */
const FINE_AMOUNT = 10_000n

/** A quote and the result of its simulation. */
export interface SimulatedQuote {
  /** Undefined if the route delivers less than the quote. */
  quote: QuoteResult | undefined
  /** True if the simulation failed and a pool of the route may be the cause. */
  mayBlamePool: boolean
}

/** Returns a firm quote: the price and the call that executes it, simulated on the same block. */
export async function quoteSolution(
  trade: TradeRequest,
  solution: Solution,
  { nowMs, overrideView }: { nowMs: number; overrideView: OverrideView },
): Promise<SimulatedQuote> {
  const deadline = getDeadline(trade, solution, nowMs)
  const common = {
    ...describeSolution(trade, solution),
    blockNumber: Number(solution.market.block.blockNumber),
    quoteId: createId('quote'),
    expiresAt: new Date(Number(deadline) * 1000).toISOString(),
  }
  const modelGas = routeGas(trade, solution.route)
  const isRefused = trade.protectsSurge && solution.surge.isExcessive
  const isSimulated = trade.wantsSimulation && !isRefused
  const payment = await readPayment(trade, solution, isSimulated)
  const { lowBalance, lowAllowance, usesStandingPermit } = payment
  const unsimulated = { ...common, computationUnits: modelGas, lowBalance, lowAllowance, simulation: null }
  if (isRefused) {
    const error = surgeError(solution.surge.lossPercent)
    return { quote: { ...unsimulated, revert: true, error }, mayBlamePool: false }
  }

  const calldata = encodeSwap(trade, solution, { deadline, permit: usesStandingPermit ? '0x03' : '0x' })
  if (!isSimulated) {
    return { quote: { ...unsimulated, calldata, revert: false, error: null }, mayBlamePool: false }
  }

  const call: SwapCall = {
    trade,
    calldata,
    value: BigInt(common.value),
    amountIn: solution.maxInput,
    usesStandingPermit,
    block: solution.market.block,
  }
  const fallsShort = ({ success, outputDelta }: SwapSimulation) =>
    success && outputDelta + getRounding(solution.fees.effective) < solution.fees.effective
  const simulate = () =>
    simulateSwap(call, overrideView).catch((error: unknown) => {
      throw toQuoteError(trade, error)
    })
  let simulation = await simulate()
  // Simulates again, because a node that is importing a block may have used that block.
  if (fallsShort(simulation)) simulation = await simulate()
  // At its own block, a route only fails because of stale pool state or the trade's own accounts.
  if (fallsShort(simulation) || !(simulation.success || simulation.isAccountFailure)) {
    trade.chain.suspect(solution.route.steps.map(({ pool }) => pool.address))
  }
  // The price would be wrong: a token charges a fee on transfers, or a pool pays less than it
  // reports.
  if (fallsShort(simulation)) return { quote: undefined, mayBlamePool: true }
  const addedGas = usesStandingPermit ? 0 : permitGas(trade)
  const quote = {
    ...common,
    calldata,
    revert: !simulation.success,
    error: simulation.error ?? null,
    computationUnits: simulation.success ? Number(simulation.gasUsed) + addedGas : modelGas,
    lowBalance: simulation.lowBalance,
    lowAllowance: simulation.lowAllowance,
    simulation: describeSimulation(call, simulation),
  }
  return { quote, mayBlamePool: !simulation.success && !simulation.isRequestFailure }
}

interface Payment {
  lowBalance: boolean
  lowAllowance: boolean
  /** True for a call that transfers its input with a standing Permit2 allowance. */
  usesStandingPermit: boolean
}

/**
 * Returns whether the sender can pay, and with which allowance. A simulation also reads this, so it
 * is read only without a simulation or for Permit2, which the call depends on. Throws while the
 * funds are unknown.
 */
async function readPayment(
  trade: TradeRequest,
  { market, maxInput }: Solution,
  isSimulated: boolean,
): Promise<Payment> {
  const usesPermit2 = trade.isPermit2 && !trade.isNativeInput
  if (isSimulated && !usesPermit2)
    return { lowBalance: false, lowAllowance: false, usesStandingPermit: false }
  const { balance, allowance, permit2Allowance } = await readAccountFunds(trade, market.block).catch(
    (error) => {
      throw toQuoteError(trade, error)
    },
  )
  const usesStandingPermit = usesPermit2 && permit2Allowance >= maxInput
  return {
    lowBalance: balance < maxInput,
    lowAllowance: !usesStandingPermit && allowance < maxInput,
    usesStandingPermit,
  }
}

/**
 * Returns the retry time of an exhausted node budget, which renews in parts until midnight. Other
 * failures are temporary.
 */
function toQuoteError({ chain }: TradeRequest, error: unknown): ServiceError {
  const spent = findCallerBudgetError(error)
  if (!spent) return unavailable()
  const retryAfterSeconds = Math.min(spent.retryAfterSeconds, MAX_RETRY_AFTER_SECONDS)
  const { name } = chain.config
  if (!spent.isOfKey) {
    const hint = `Quotes on ${name} have made all calls to its nodes that they may make today. Prices are available.`
    return unavailable(retryAfterSeconds, hint)
  }
  const hint = `The quotes of this API key have made all calls to the nodes of ${name} that they may make today. Prices are available.`
  return new ServiceError(429, 'Rate limit exceeded. Please try again later', { retryAfterSeconds, hint })
}

function getRounding(amount: bigint): bigint {
  const share = amount / FINE_AMOUNT
  if (share > MAX_ROUNDING) return MAX_ROUNDING
  return maxBigInt(share, 1n)
}

/**
 * Counts from the later of the chain's clock and the local clock, so that neither has already
 * passed the deadline.
 */
function getDeadline(trade: TradeRequest, { market }: Solution, nowMs: number): bigint {
  const clock = BigInt(Math.floor(nowMs / 1000))
  const { timestamp } = market.block
  return (timestamp > clock ? timestamp : clock) + BigInt(trade.deadlineSeconds)
}

function surgeError(lossPercent: number): string {
  return `Surge protection: selling back at once would lose ${lossPercent} %`
}

function describeSimulation(
  { trade, block, calldata, value }: SwapCall,
  simulation: SwapSimulation,
): Simulation {
  const { spelling } = trade
  return {
    success: simulation.success,
    gasUsed: simulation.gasUsed.toString(),
    blockNumber: Number(block.blockNumber),
    error: simulation.error ?? null,
    balanceChanges: simulation.success
      ? [
          {
            account: spelling.userAddress,
            token: spelling.inputToken,
            delta: simulation.inputDelta.toString(),
          },
          {
            account: spelling.outputReceiver,
            token: spelling.outputToken,
            delta: simulation.outputDelta.toString(),
          },
        ]
      : [],
    calls: [
      {
        from: trade.userAddress,
        to: trade.chain.config.settlement,
        data: calldata,
        value: value.toString(),
        success: simulation.success,
        gasUsed: simulation.gasUsed.toString(),
      },
    ],
  }
}
