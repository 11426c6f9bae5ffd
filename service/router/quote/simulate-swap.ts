import { decodeErrorResult, erc20Abi } from 'viem'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { simulateCalls } from '../../chain/simulation/simulate.ts'
import type {
  PinnedBlock,
  SimulatedCall,
  SimulatedResult,
  StateOverride,
} from '../../chain/simulation/simulation.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import { isAccountFailure, isRequestFailure } from './account-failure.ts'
import { allowanceCall, balanceCall, inputBalanceCall, numberIn } from './account-funds.ts'
import { mergeOverrides, type OverrideView } from './storage-slots.ts'

export interface SwapCall {
  trade: TradeRequest
  calldata: Hex
  value: bigint
  amountIn: bigint
  /** True for a call that transfers its input with a standing Permit2 allowance. */
  usesStandingPermit: boolean
  block: PinnedBlock
}

/** The result of the simulation on the snapshot's block. Deltas are base units. */
export interface SwapSimulation {
  success: boolean
  /** Undefined on success. */
  error: string | undefined
  /** True for a failure that no pool caused. */
  isAccountFailure: boolean
  /** True for a failure before any pool was called. */
  isRequestFailure: boolean
  gasUsed: bigint
  /** Negative if the account paid. */
  inputDelta: bigint
  outputDelta: bigint
  lowBalance: boolean
  lowAllowance: boolean
}

type Overrides = Record<Address, StateOverride>

/**
 * Simulates the swap from the user's account. Overrides a missing balance or allowance, so that
 * only the route can fail.
 */
export function simulateSwap(call: SwapCall, overrideView: OverrideView): Promise<SwapSimulation> {
  return call.trade.isNativeInput ? simulateNative(call) : simulateToken(call, overrideView)
}

/** Always overrides the balance, because nodes reject a value that the account cannot pay. */
async function simulateNative(call: SwapCall): Promise<SwapSimulation> {
  const { userAddress, chain } = call.trade
  const [balance, { simulation }] = await Promise.all([
    chain.client.getBalance({ address: userAddress, blockHash: call.block.blockHash }),
    run(call, { [userAddress]: { balance: call.value } }),
  ])
  return { ...simulation, lowBalance: balance < call.value, lowAllowance: false }
}

async function simulateToken(call: SwapCall, overrideView: OverrideView): Promise<SwapSimulation> {
  const { trade, amountIn } = call
  const reads = [inputBalanceCall(trade), allowanceCall(trade, trade.chain.config.settlement)]
  const first = await run(call, {}, reads)
  const [balance = 0n, allowance = 0n] = first.read
  const lowBalance = balance < amountIn
  const lowAllowance = !call.usesStandingPermit && allowance < amountIn
  const missingFlags = { lowBalance, lowAllowance }
  // The allowance replaces the permit that the client adds later.
  const missing = [...(lowBalance ? reads.slice(0, 1) : []), ...(lowAllowance ? reads.slice(1) : [])]
  if (missing.length === 0) return { ...first.simulation, ...missingFlags }
  const { client, config } = trade.chain
  const overridden = await Promise.all(
    missing.map(({ to, data = '0x' }) =>
      overrideView(client, { chainId: config.id, to, data, value: amountIn, block: call.block }),
    ),
  )
  const overrides = overridden.flatMap((override) => (override ? [override] : []))
  if (overrides.length < overridden.length) {
    const error = 'The swap could not be simulated: the missing balance or allowance could not be overridden'
    return {
      ...first.simulation,
      success: false,
      error,
      ...{ isAccountFailure: true, isRequestFailure: true },
      ...missingFlags,
    }
  }
  return { ...(await run(call, mergeOverrides(overrides))).simulation, ...missingFlags }
}

async function run(
  { trade, calldata, value, block }: SwapCall,
  overrides: Overrides,
  reads: readonly SimulatedCall[] = [],
): Promise<{ simulation: Omit<SwapSimulation, 'lowBalance' | 'lowAllowance'>; read: bigint[] }> {
  const input = inputBalanceCall(trade)
  const output = balanceCall(trade, trade.outputToken, trade.outputReceiver)
  const swap = { from: trade.userAddress, to: trade.chain.config.settlement, data: calldata, value }
  const calls = [input, output, swap, input, output]
  const results = await simulateCalls(trade.chain.client, {
    block,
    calls: [...reads, ...calls],
    overrides,
  })
  const [inputBefore, outputBefore, swapped, inputAfter, outputAfter] = results.slice(reads.length)
  const success = swapped?.success === true
  return {
    read: results.slice(0, reads.length).map(numberIn),
    simulation: {
      success,
      error: success ? undefined : getReason(trade, swapped),
      isAccountFailure: !success && isAccountFailure(trade, swapped?.returnData ?? '0x'),
      isRequestFailure: !success && isRequestFailure(swapped?.returnData ?? '0x'),
      gasUsed: swapped?.gasUsed ?? 0n,
      inputDelta: numberIn(inputAfter) - numberIn(inputBefore),
      outputDelta: numberIn(outputAfter) - numberIn(outputBefore),
    },
  }
}

/**
 * Returns the revert reason. A purchase that exceeds its maximum input fails in the executor's
 * transfer, so the token's error is replaced.
 */
function getReason(trade: TradeRequest, swapped: SimulatedResult | undefined): string {
  const data = swapped?.returnData ?? '0x'
  const reason = revertReason(data, swapped?.message)
  const isOutOfInput =
    trade.order.type === 'BUY' && reason.toLowerCase() === `TransferFailed(${trade.poolInput})`.toLowerCase()
  return isOutOfInput ? `${reason}: ${OUT_OF_INPUT}` : reason
}

const OUT_OF_INPUT = 'the price has moved, and the purchase would cost more than maxInputAmount'

/**
 * Formats revert data: our error with its arguments, the contract's own reason, or the node's
 * message.
 */
export function revertReason(data: Hex, message: string | undefined): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: [...settlementAbi, ...erc20Abi], data })
    const values = (args ?? []).map(String)
    if (String(errorName) === 'Error') return values.join(', ')
    return `${errorName}(${values.join(', ')})`
  } catch {
    return message ?? 'execution reverted'
  }
}
