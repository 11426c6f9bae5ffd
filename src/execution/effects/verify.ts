import { maxBigInt, minBigInt, minimumOutput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { TYPICAL_APPROVAL_GAS } from '../../chain/approve-call.ts'
import type { ChainReader } from '../../chain/types.ts'
import { getChain } from '../../config/get-chain.ts'
import { orUnknown } from '../../errors/report-defect.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { quotedInput } from '../../lib/purchase.ts'
import { APPROVAL_GAS_FACTOR, FRESH_QUOTE_MS } from '../../lib/thresholds.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import { loadRouterCodec } from '../codecs/load-router-codec.ts'
import { isUnverified } from '../machine/is-unverified.ts'
import type { ApprovalPlan, StateOf, SwapIntent, VerifiedQuote } from '../machine/types.ts'
import { type Expectation, type VerifiedCall, verifyQuote } from '../verification/verify-quote.ts'
import { type MeasuredAmounts, verifySimulation } from '../verification/verify-simulation.ts'
import { getDeadlineSeconds } from './deadline-seconds.ts'
import { gasLimit, withMargin } from './gas-limit.ts'
import { latestBlock } from './latest-block.ts'
import { planPermit, usablePermit } from './permit.ts'
import { type Funds, readFunds, requireDecimals, requireFunds, requireGas } from './read-funds.ts'
import { type SwapSimulation, simulatePermitted, simulateSwap } from './simulate-swap.ts'
import type { Effect, EffectContext } from './types.ts'

/** The gas of a plain transfer. A quote that claims less is ignored. */
const MIN_GAS = 21_000n

/**
 * Verifies a quote without trusting the service: decodes the calldata, reads decimals, balance and
 * allowance, and simulates the whole trade, missing approvals included, through the host's own RPC.
 */
export const verify: Effect<StateOf<'verifying'>> = async (state, context) => {
  const { intent, terms, quote, supportId, clockSkewMs } = state
  const config = context.config()
  const expectation = await getExpectation(state, context)
  const { codec, deadlineSeconds } = expectation
  const now = expectation.now - clockSkewMs
  const plain = verifyQuote(quote, expectation)
  context.emit({ type: 'checked', facts: codec ? ['contract', 'minimum'] : ['contract'] })

  const [read, gasPriceWei, verifiedAt] = await Promise.all([
    readFunds(context.chain, intent, plain),
    orUnknown(context.chain.gasPrice(intent.chainId), context.reportError),
    latestBlock(intent, context),
    requireDecimals(context.chain, intent),
  ])
  const funds = { ...read, allowance: maxBigInt(read.allowance, laggingAllowance(state)) }
  requireFunds(funds, plain)
  // The quote after the approval may need the whole agreed amount.
  const needed = maxBigInt(plain.maxInputAmount, terms.maxInputAmount)
  const isUnlimited = terms.unlimitedApproval && config.approvals.unlimited
  const approvedAmount = isUnlimited ? UNLIMITED : needed
  const permit =
    funds.allowance < plain.maxInputAmount && !state.permitRefused
      ? usablePermit(state, { amount: plain.maxInputAmount, nowMs: expectation.now })
      : undefined
  const query = { intent, call: plain, approvedAmount, funds, quote }
  const permitted =
    permit &&
    (await simulatePermitted(
      context.chain,
      query,
      verifyQuote(quote, { ...expectation, permit: permit.data }),
    ))
  const call = permitted?.call ?? plain
  const simulated = permitted?.simulated ?? (await simulateSwap(context.chain, query))
  const { simulation, approvalSteps } = simulated
  if (isUnverified({ simulation, measuresReceiver: call.measuresReceiver })) requireUnverifiedAllowed(context)

  const claimed = getClaimed(quote, intent)
  const measured = simulation
    ? verifySimulation(simulation, {
        intent,
        router: call.to,
        maxInputAmount: call.maxInputAmount,
        minOutputAmount: getMinimum(call, claimed.received, intent),
        maxAllowance: [funds.allowance, permit?.amount ?? 0n].reduce(maxBigInt, approvedAmount),
        isOnlyProof: codec === undefined,
      })
    : claimed
  if (call.measuresReceiver || simulation) context.emit({ type: 'checked', facts: ['receiver'] })
  const l1Fees = await readL1Fees(
    { chainId: intent.chainId, data: simulated.calls.map(({ data }) => data), gas: simulated.gas.each },
    context,
  )
  const cost = (units: bigint, fees: readonly bigint[] | undefined) =>
    gasPriceWei === undefined || !fees ? undefined : fees.reduce((sum, fee) => sum + fee, units * gasPriceWei)
  const isPermitRefused = permit !== undefined && !permitted
  const isBatched =
    approvalSteps.length > 0 &&
    config.approvals.batches &&
    !state.batchRefused &&
    (await context.wallet.canBatch({ chainId: intent.chainId, from: intent.account }))
  const canPermit =
    approvalSteps.length > 0 &&
    !isBatched &&
    !isUnlimited &&
    !isPermitRefused &&
    !state.permitRefused &&
    config.approvals.permits &&
    codec?.takesPermits
  const totalGasWei = cost(simulated.gas.total, l1Fees)
  requireGas(funds.native, call.value, totalGasWei)
  if (totalGasWei !== undefined) context.emit({ type: 'checked', facts: ['cost'] })

  const verified: VerifiedQuote = {
    quote,
    ...call,
    ...(permitted && { hasPermit: true }),
    ...(isPermitRefused && { isPermitRefused }),
    inputAmount:
      intent.outputAmount === undefined ? intent.inputAmount : maxBigInt(claimed.paid, measured.paid),
    outputAmount: minBigInt(claimed.received, measured.received),
    approvals:
      approvalSteps.length === 0
        ? undefined
        : {
            ...approvalPlan(simulated, funds, intent),
            amount: approvedAmount,
            needed,
            spender: call.to,
            isBatched,
            permit: canPermit
              ? await planPermit(
                  intent,
                  { spender: call.to, amount: needed, nowMs: expectation.now, deadlineSeconds },
                  context,
                )
              : undefined,
            totalGasWei,
          },
    verifiedAt,
    simulation,
    gas: {
      // The swap cannot be estimated before its approval is mined.
      limit:
        approvalSteps.length === 0 ? await gasLimit(call, intent, context) : withMargin(simulated.gas.swap),
      expected: expectedGas(quote, simulated),
      priceWei: gasPriceWei,
    },
    gasCostWei: cost(simulated.gas.swap, l1Fees?.slice(-1)),
    freshUntil: Math.min(
      now + FRESH_QUOTE_MS,
      getExpiry(quote) - clockSkewMs,
      ...(permitted && permit ? [Number(permit.deadline) * 1_000 - clockSkewMs] : []),
    ),
    supportId,
  }
  return { type: 'verified', verified }
}

/** Returns what the quote must match. `now` is the time by the service's clock. */
async function getExpectation(
  { intent, terms, quote, clockSkewMs }: StateOf<'verifying'>,
  context: EffectContext,
): Promise<Expectation> {
  const config = context.config()
  const chain = getChain(config, intent.chainId)
  const [codec, deadlineSeconds] = await Promise.all([
    loadRouterCodec(chain.codec),
    getDeadlineSeconds(intent, context),
  ])
  const outputPriceUsd = codec?.needsOutputPrice(quote, intent)
    ? await context.usdPrice(intent.outputToken)
    : undefined
  return {
    intent,
    terms,
    router: chain.routerAddress,
    codec,
    now: context.now() + clockSkewMs,
    clockSkewMs,
    deadlineSeconds,
    surgeProtection: config.routing.surgeProtection,
    outputPriceUsd,
  }
}

/**
 * The allowance that a receipt contained and the node did not return yet; otherwise 0. No second
 * approval is requested: the simulation decides whether the swap can be sent.
 */
function laggingAllowance({ done }: Pick<StateOf<'verifying'>, 'done'>): bigint {
  const last = done.filter((process) => process.type === 'approval').at(-1)
  return last?.type === 'approval' && last.isLagging ? (last.amount ?? 0n) : 0n
}

function approvalPlan(
  { simulation, approvalSteps }: SwapSimulation,
  { allowance }: Funds,
  { inputToken }: SwapIntent,
): Omit<ApprovalPlan, 'amount' | 'needed' | 'spender' | 'isBatched' | 'permit' | 'totalGasWei'> {
  const simulated = simulation?.gasUsed.slice(0, approvalSteps.length)
  return {
    steps: approvalSteps,
    token: inputToken.address,
    currentAllowance: allowance,
    maxGas: simulated && simulated.reduce(maxBigInt, TYPICAL_APPROVAL_GAS) * APPROVAL_GAS_FACTOR,
  }
}

/**
 * The amounts the quote claims. A purchase that claims more output than requested is limited to the
 * requested amount.
 */
function getClaimed(quote: QuoteResult, { inputAmount, outputAmount }: SwapIntent): MeasuredAmounts {
  return outputAmount === undefined
    ? { paid: inputAmount, received: BigInt(quote.effectiveOutputAmount) }
    : { paid: quotedInput(quote), received: outputAmount }
}

/** The fees beside gas of each call as its own transaction, in wei; undefined is unknown. */
export function readL1Fees(
  query: Parameters<ChainReader['l1Fees']>[0],
  { chain, reportError }: Pick<EffectContext, 'chain' | 'reportError'>,
): Promise<readonly bigint[] | undefined> {
  return orUnknown(chain.l1Fees(query), reportError)
}

/**
 * The smaller of the simulated and the quoted gas: to inflate it, node and service would have to
 * collude.
 */
function expectedGas({ computationUnits }: QuoteResult, { gas }: SwapSimulation): bigint {
  const quoted = BigInt(computationUnits)
  return quoted < MIN_GAS ? gas.swap : minBigInt(gas.swap, quoted)
}

/** Milliseconds since the epoch, by the service's clock. */
function getExpiry({ expiresAt }: QuoteResult): number {
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}

/**
 * The enforced minimum; for a foreign router, whose calldata cannot be decoded, the minimum by the
 * user's slippage.
 */
function getMinimum(call: VerifiedCall, claimed: bigint, intent: SwapIntent): bigint {
  return call.minOutputAmount ?? minimumOutput(claimed, intent.slippageBps)
}

/** Throws `UNVERIFIABLE` unless the host allows swaps whose received amount cannot be verified. */
export function requireUnverifiedAllowed({ config }: EffectContext): void {
  if (config().verification === 'warn') return
  throw new SluiceError('UNVERIFIABLE', {
    details: 'the router does not measure the received amount, and no RPC can simulate the swap',
  })
}
