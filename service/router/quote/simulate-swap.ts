import { decodeErrorResult, erc20Abi } from 'viem'
import { settlementAbi } from '../../../src/abi/settlement.ts'
import type { Address, Hex } from '../../../src/lib/address.ts'
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
  /** True for a call that pulls its input through a standing Permit2 allowance. */
  usesStandingPermit: boolean
  block: PinnedBlock
}

/** The result of the simulation on the snapshot's block. Deltas are base units. */
export interface SwapSimulation {
  success: boolean
  /** Undefined on success. */
  error: string | undefined
  /** True for a failure that says nothing about pools. */
  isAccountFailure: boolean
  /** True for a failure before any pool was called. */
  isRequestFailure: boolean
  gasUsed: bigint
  /** Negative: what left the user. */
  inputDelta: bigint
  outputDelta: bigint
  lowBalance: boolean
  lowAllowance: boolean
}

type Overrides = Record<Address, StateOverride>

/**
 * Simulates the swap from the user's account. A missing balance or allowance is overridden, so that a failure is one of
 * the route.
 */
export function simulateSwap(call: SwapCall, overrideView: OverrideView): Promise<SwapSimulation> {
  return call.trade.isNativeInput ? simulateNative(call) : simulateToken(call, overrideView)
}

/** Nodes refuse to simulate a value the account cannot pay, so its balance is always overridden. */
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
  // A permit that the client adds later is represented by the plain allowance.
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
 * A purchase that costs more than its maximum fails where the executor runs out of the input: the token then refuses the
 * transfer, as it might for reasons of its own.
 */
function getReason(trade: TradeRequest, swapped: SimulatedResult | undefined): string {
  const data = swapped?.returnData ?? '0x'
  const reason = revertReason(data, swapped?.message)
  const isOutOfInput =
    trade.order.type === 'BUY' && reason.toLowerCase() === `TransferFailed(${trade.poolInput})`.toLowerCase()
  return isOutOfInput ? `${reason}: ${OUT_OF_INPUT}` : reason
}

const OUT_OF_INPUT = 'the price has moved, and the purchase would cost more than maxInputAmount'

/** Formats revert data: an error of ours with its arguments, the contract's own reason, or the node's message. */
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
