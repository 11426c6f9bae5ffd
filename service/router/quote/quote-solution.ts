import { maxBigInt } from '../../../src/lib/amount.ts'
import { createId } from '../../../src/lib/create-id.ts'
import type { QuoteResult, Simulation } from '../../../src/wire/router.ts'
import { noSolution, unavailable } from '../../lib/service-error.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Solution } from '../search/solve.ts'
import { describeSolution } from './describe-solution.ts'
import { encodeSwap } from './encode-swap.ts'
import { routeGas } from './gas-model.ts'
import { type SwapCall, type SwapTrial, simulateSwap } from './simulate-swap.ts'
import type { OverrideView } from './storage-slots.ts'

/** Units that interest-bearing tokens may lose on the way: their balances are shares, rounded at every hand. */
const MOST_ROUNDING = 8n
/** Where one unit is more than a ten-thousandth of an amount, no more than one is taken for rounding. */
const FINE_AMOUNT = 10_000n

/** A firm answer: the price with the call that executes it, tried on the same block. */
export async function quoteSolution(
  trade: TradeRequest,
  solution: Solution,
  { nowMs, overrideView }: { nowMs: number; overrideView: OverrideView },
): Promise<QuoteResult> {
  const deadline = getDeadline(trade, solution, nowMs)
  const common = {
    ...describeSolution(trade, solution),
    blockNumber: Number(solution.market.block.blockNumber),
    quoteId: createId('quote'),
    expiresAt: new Date(Number(deadline) * 1000).toISOString(),
  }
  const modelGas = routeGas(trade, solution.route)
  const untried = { ...common, computationUnits: modelGas, lowBalance: false, simulation: null }
  if (trade.protectsSurge && solution.surge?.isExcessive) {
    return { ...untried, revert: true, error: surgeError(solution.surge.lossPercent) }
  }

  const calldata = encodeSwap(trade, solution, deadline)
  if (!trade.wantsSimulation) return { ...untried, calldata, revert: false, error: null }

  const call: SwapCall = {
    trade,
    calldata,
    value: BigInt(common.value),
    amountIn: solution.maxInput,
    block: solution.market.block,
  }
  const fallsShort = ({ success, outputDelta }: SwapTrial) =>
    success && outputDelta + getRounding(solution.fees.effective) < solution.fees.effective
  const tried = () =>
    simulateSwap(call, overrideView).catch(() => {
      throw unavailable()
    })
  let trial = await tried()
  // A node that is just taking in a block may answer for that one: what it says again is so.
  if (fallsShort(trial)) trial = await tried()
  // Such a token keeps part of what it moves: the price would be a lie.
  if (fallsShort(trial)) throw noSolution()
  return {
    ...common,
    calldata,
    revert: !trial.success,
    error: trial.error ?? null,
    computationUnits: trial.success ? Number(trial.gasUsed) : modelGas,
    lowBalance: trial.lowBalance,
    lowAllowance: trial.lowAllowance,
    simulation: describeTrial(call, trial),
  }
}

function getRounding(amount: bigint): bigint {
  const share = amount / FINE_AMOUNT
  if (share > MOST_ROUNDING) return MOST_ROUNDING
  return maxBigInt(share, 1n)
}

/** By the later of the chain's clock and ours: neither may let the call expire at once. */
function getDeadline(trade: TradeRequest, { market }: Solution, nowMs: number): bigint {
  const clock = BigInt(Math.floor(nowMs / 1000))
  const { timestamp } = market.block
  return (timestamp > clock ? timestamp : clock) + BigInt(trade.deadlineSeconds)
}

function surgeError(lossPercent: number): string {
  return `Surge protection: selling back at once would lose ${lossPercent} %`
}

function describeTrial({ trade, block, calldata, value }: SwapCall, trial: SwapTrial): Simulation {
  return {
    success: trial.success,
    gasUsed: trial.gasUsed.toString(),
    blockNumber: Number(block.blockNumber),
    error: trial.error ?? null,
    balanceChanges: trial.success
      ? [
          { account: trade.userAddress, token: trade.inputToken, delta: trial.inputDelta.toString() },
          { account: trade.outputReceiver, token: trade.outputToken, delta: trial.outputDelta.toString() },
        ]
      : [],
    calls: [
      {
        from: trade.userAddress,
        to: trade.chain.config.settlement,
        data: calldata,
        value: value.toString(),
        success: trial.success,
        gasUsed: trial.gasUsed.toString(),
      },
    ],
  }
}
