import { randomBytes } from 'node:crypto'
import { encodeFunctionData, erc20Abi } from 'viem'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { simulateCalls } from '../../chain/simulation/simulate.ts'
import type { PinnedBlock, SimulatedResult, StateOverride } from '../../chain/simulation/simulation.ts'
import { uintAt } from '../../lib/abi-words.ts'
import type { SwapAmounts } from '../../modules/core/pool.ts'
import { type FoundRoute, type RouteStep, WHOLE_PORTION } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import { edgeKey } from '../search/excluded-edges.ts'
import type { Solution } from '../search/solve.ts'
import { NO_SURPLUS_SHARED } from '../search/surplus.ts'
import { encodeRoute } from './encode-swap.ts'
import type { OverrideView } from './storage-slots.ts'

/** A step that fails when it is simulated alone, from an account that no caller chooses. */
export interface FailingStep {
  /** See `edgeKey`. */
  edge: string
  /**
   * True if the step also reverts at an amount derived from the pool's depth, and not only at the
   * trade's amount.
   */
  isAtAnySize: boolean
}

/** A random account per process, so that no token or pool can recognize a caller. */
const PROBE_ACCOUNT: Address = `0x${randomBytes(20).toString('hex')}`
/** The maximum number of steps that are simulated alone, the largest first. */
const MAX_STEPS = 12
/** Divisors of a pool's depth to try, until the pool accepts an amount. */
const DEPTH_DIVISORS = [1_000n, 100_000n, 10_000_000n]
/** Interest-bearing balances lose units to rounding at each transfer. */
const ROUNDING = 8n
/** The settlement contract charges this fee in every swap. */
const MIN_SETTLEMENT_FEE_BPS = 3n
const MAX_DEADLINE = 2n ** 64n - 1n

type Step = RouteStep<SwapAmounts>

interface Probe {
  trade: TradeRequest
  block: PinnedBlock
  overrideView: OverrideView
}

/**
 * Returns the steps of a failed route that fail alone. Each step is simulated as a separate swap at
 * the route's block. Only the amount comes from the caller: not the sender, receiver, partner,
 * balance, allowance or permit.
 */
export async function findFailingSteps(
  { route, market }: Solution,
  { trade, overrideView }: Omit<Probe, 'block'>,
): Promise<FailingStep[]> {
  const probe: Probe = { trade, overrideView, block: market.block }
  const steps = route.steps.filter(({ pool, zeroForOne }) => pool.step(zeroForOne)).slice(0, MAX_STEPS)
  const found = await Promise.all(steps.map((step) => judgeStep(step, { type: route.type, probe })))
  return found.flatMap((one) => one ?? [])
}

async function judgeStep(
  step: Step,
  { type, probe }: { type: FoundRoute['type']; probe: Probe },
): Promise<FailingStep | undefined> {
  const outcome = await simulateStep(step, { type, probe })
  if (outcome === 'works' || outcome === 'unknown') return undefined
  const edge = edgeKey(step.pool, step.zeroForOne)
  const swap = getNeutralSwap(step)
  if (outcome === 'short' || !swap) return { edge, isAtAnySize: false }
  const neutral = await simulateStep({ ...step, swap }, { type: 'SELL', probe })
  return { edge, isAtAnySize: neutral === 'reverts' }
}

/** Returns a swap whose size depends only on the pool. */
function getNeutralSwap({ pool, zeroForOne }: Step): SwapAmounts | undefined {
  const depth = pool.depth[zeroForOne ? 0 : 1]
  for (const divisor of DEPTH_DIVISORS) {
    const swap = depth >= divisor ? pool.exactInput(zeroForOne, depth / divisor) : undefined
    if (swap) return swap
  }
  return undefined
}

async function simulateStep(
  step: Step,
  { type, probe }: { type: FoundRoute['type']; probe: Probe },
): Promise<'works' | 'reverts' | 'short' | 'unknown'> {
  const { trade, block, overrideView } = probe
  const { client, config } = trade.chain
  const { amountIn, amountOut } = step.swap
  const tokens = { input: step.tokenIn as Address, output: step.tokenOut as Address }
  // The settlement contract refunds the unused input of a purchase.
  const funds = amountIn + ROUNDING
  const balance = { to: tokens.input, data: balanceCall(), value: funds, block, chainId: config.id }
  const overrides = await overrideView(client, balance).catch(() => undefined)
  if (!overrides) return 'unknown'
  const route: FoundRoute = {
    ...{ type, amountIn, amountOut, gas: step.swap.gas },
    steps: [{ ...step, portion: WHOLE_PORTION }],
  }
  const data = encodeStep(route, { ...tokens, funds: type === 'BUY' ? funds : amountIn })
  const results = await simulateCalls(client, {
    block,
    overrides: overrides as Record<Address, StateOverride>,
    calls: [
      { from: PROBE_ACCOUNT, to: tokens.input, data: approveCall(config.settlement, funds) },
      { from: PROBE_ACCOUNT, to: tokens.output, data: balanceCall() },
      { from: PROBE_ACCOUNT, to: config.settlement, data },
      { from: PROBE_ACCOUNT, to: tokens.output, data: balanceCall() },
    ],
  }).catch(() => undefined)
  const [approved, before, swapped, after] = results ?? []
  if (!approved?.success || !before?.success || !swapped) return 'unknown'
  if (!swapped.success) return 'reverts'
  const fee = (amountOut * MIN_SETTLEMENT_FEE_BPS) / 10_000n
  return numberIn(after) - numberIn(before) + ROUNDING + fee < amountOut ? 'short' : 'works'
}

function encodeStep(
  route: FoundRoute,
  { input, output, funds }: { input: Address; output: Address; funds: bigint },
): Hex {
  return encodeFunctionData({
    abi: settlementAbi,
    functionName: 'swap',
    args: [
      {
        ...{ inputToken: input, outputToken: output, inputAmount: funds, minOutputAmount: 1n },
        ...{ outputReceiver: PROBE_ACCOUNT, partner: ZERO_ADDRESS, partnerFeeBps: 0n },
        ...{ settlementFee: 0n, surplusThreshold: NO_SURPLUS_SHARED, deadline: MAX_DEADLINE },
      },
      encodeRoute(route),
      '0x',
    ],
  })
}

function balanceCall(): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [PROBE_ACCOUNT] })
}

function approveCall(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
}

function numberIn(result: SimulatedResult | undefined): bigint {
  return result?.success && result.returnData.length >= 66 ? uintAt(result.returnData, 0) : 0n
}
