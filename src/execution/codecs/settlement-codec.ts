import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import {
  applyBps,
  applyBpsRoundedUp,
  maxBigInt,
  maximumInput,
  minBigInt,
  minimumOutput,
} from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { amountOfUsd } from '../../lib/amount-of-usd.ts'
import { leastPartnerFee, leastSettlementFee } from '../../lib/least-fees.ts'
import { quotedInput } from '../../lib/purchase.ts'
import { MAX_CLOCK_SKEW_MS } from '../../lib/thresholds.ts'
import type { SwapIntent, Terms } from '../machine/types.ts'
import { expectAddress, expectAtLeast, expectAtMost, expectEqual } from './quote-mismatch.ts'
import type { Agreement, RouterCall, RouterCodec } from './router-codec.ts'
import { isSwapOf, logsOfRouter } from './swap-event.ts'

/** The highest settlement fee, unless the minimum fee per trade is larger. */
const MAX_SETTLEMENT_FEE_BPS = 5
/** The minimum fee is fixed in USD, so its token amount changes slightly between price and quote. */
const SETTLEMENT_FEE_FLOOR_USD = 0.002
const SETTLEMENT_FEE_DRIFT_BPS = 1_000
/** The widget never requests surplus sharing, so a call that shares it is rejected. */
const SHARING_OFF = 2n ** 256n - 1n

/** The trade parameters of a settlement call. Amounts are base units. */
export interface SettlementTrade {
  inputToken: Address
  outputToken: Address
  inputAmount: bigint
  minOutputAmount: bigint
  outputReceiver: Address
  partner: Address
  partnerFeeBps: bigint
  settlementFee: bigint
  surplusThreshold: bigint
  /** Unix seconds. */
  deadline: bigint
}

/** The codec of the settlement contract (`sluice`). Loads viem. */
export async function loadSettlementCodec(): Promise<RouterCodec> {
  const { decodeFunctionData, encodeFunctionData, parseEventLogs } = await import('../../chain/viem.ts')

  function encodeSwap(...args: [trade: SettlementTrade, route: Hex, permit: Hex]): Hex {
    return encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args })
  }

  function settlementCall(trade: SettlementTrade, route: Hex, permit: Hex): RouterCall {
    const { inputToken, outputToken, outputReceiver: receiver, partner, deadline } = trade
    return {
      named: { inputToken, outputToken, receiver, partner, deadline },
      encoded: () => encodeSwap(trade, route, permit),
      maxInputAmount: trade.inputAmount,
      minOutputAmount: trade.minOutputAmount,
      verify(quote, agreement) {
        verifyTrade(trade, quote, agreement)
        expectEqual('calldata.permit', '0x', permit)
      },
      encode({ maxInputAmount: inputAmount, permit: signed = '0x', ...change }) {
        return encodeSwap({ ...trade, ...change, inputAmount }, route, signed)
      },
    }
  }

  return {
    measuresReceiver: true,
    hasDeadline: true,
    takesPermits: true,
    needsOutputPrice: isAboveFeeShare,
    decode(data) {
      try {
        const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data })
        return functionName === 'swap' ? settlementCall(...args) : undefined
      } catch {
        return undefined
      }
    },
    readSwap(query) {
      const logs = logsOfRouter(query)
      const events = parseEventLogs({ abi: settlementAbi, eventName: 'Swapped', logs })
      const event = events.find(({ args }) => isSwapOf(query.intent, args))
      if (!event) return undefined
      const { inputSpent, outputReceived, partnerPaid } = event.args
      // Only logs of receipts have an index.
      const logIndex: number | undefined = event.logIndex ?? undefined
      const isPaid = partnerPaid > 0n && logIndex !== undefined
      const partnerFee = isPaid ? { amount: partnerPaid.toString(), logIndex } : undefined
      return { inputSpent, outputReceived, partnerFee }
    },
  }
}

function verifyTrade(
  trade: SettlementTrade,
  quote: QuoteResult,
  { intent, terms, now, deadlineSeconds, outputPriceUsd }: Agreement,
): void {
  // The contract enforces the output of a purchase, whatever else the quote claims.
  const output = intent.outputAmount ?? BigInt(quote.effectiveOutputAmount)
  expectAddress('calldata.inputToken', intent.inputToken.address, trade.inputToken)
  expectAddress('calldata.outputToken', intent.outputToken.address, trade.outputToken)
  expectAddress('calldata.outputReceiver', intent.receiver, trade.outputReceiver)
  expectAddress('calldata.partner', intent.partner?.address ?? ZERO_ADDRESS, trade.partner)
  expectEqual('calldata.partnerFeeBps', BigInt(intent.partner?.feeBps ?? 0), trade.partnerFeeBps)
  expectEqual('calldata.surplusThreshold', SHARING_OFF, trade.surplusThreshold)
  verifyAmounts(trade, quote, intent)
  const maxFee = maxBigInt(
    settlementFeeShare(output, intent),
    settlementFeeFloor(terms, intent, outputPriceUsd),
  )
  expectAtMost('calldata.settlementFee', maxFee, trade.settlementFee)
  verifyDeadline(trade.deadline, { now: BigInt(Math.floor(now / 1_000)), deadlineSeconds })
  verifyQuotedFees(trade, quote, { terms, output, partnerFeeBps: intent.partner?.feeBps })
}

/**
 * The quoted fees must cover the fees that the contract takes, and the settlement fee must not
 * exceed the one shown.
 */
function verifyQuotedFees(
  trade: SettlementTrade,
  quote: QuoteResult,
  { terms, output, partnerFeeBps }: { terms: Terms; output: bigint; partnerFeeBps: number | undefined },
): void {
  // The settlement takes its fees from the output. Another fee token would hide them.
  expectAddress('feeToken', trade.outputToken, quote.feeToken)
  expectAtLeast('partnerFee', leastPartnerFee(output, partnerFeeBps), BigInt(quote.partnerFee))
  const settlementFee = BigInt(quote.settlementFee ?? '0')
  const least = maxBigInt(leastSettlementFee(output, partnerFeeBps), trade.settlementFee)
  expectAtLeast('settlementFee', least, settlementFee)
  expectAtMost('settlementFee', mostSettlementFee(terms, output), settlementFee)
}

/**
 * A sale pays exactly its input. A purchase takes at most the quoted input plus slippage; the rest
 * is refunded.
 */
function verifyAmounts(trade: SettlementTrade, quote: QuoteResult, intent: SwapIntent): void {
  const { inputAmount, outputAmount, slippageBps } = intent
  if (outputAmount === undefined) {
    expectEqual('calldata.inputAmount', inputAmount, trade.inputAmount)
    const least = minimumOutput(BigInt(quote.effectiveOutputAmount), slippageBps)
    expectAtLeast('calldata.minOutputAmount', least, trade.minOutputAmount)
    return
  }
  expectAtMost('calldata.inputAmount', maximumInput(quotedInput(quote), slippageBps), trade.inputAmount)
  expectAtLeast('calldata.minOutputAmount', outputAmount, trade.minOutputAmount)
}

/** True if the quoted fee exceeds its share, so that its USD value is needed to verify it. */
function isAboveFeeShare(quote: QuoteResult, intent: SwapIntent): boolean {
  const output = intent.outputAmount ?? BigInt(quote.effectiveOutputAmount)
  return BigInt(quote.settlementFee ?? '0') > settlementFeeShare(output, intent)
}

/** Computed from the net output, so that an inflated gross output does not allow a larger fee. */
function settlementFeeShare(output: bigint, { partner }: SwapIntent): bigint {
  const netBps = BigInt(10_000 - (partner?.feeBps ?? 0) - MAX_SETTLEMENT_FEE_BPS)
  return applyBpsRoundedUp((output * 10_000n) / netBps + 1n, MAX_SETTLEMENT_FEE_BPS)
}

/** The shown fee, limited to the minimum fee in USD. 0 while the price of the output token is unknown. */
function settlementFeeFloor(
  { settlementFee }: Terms,
  { outputToken }: SwapIntent,
  outputPriceUsd: number | undefined,
): bigint {
  if (!outputPriceUsd) return 0n
  const floor = amountOfUsd(SETTLEMENT_FEE_FLOOR_USD, outputToken.decimals, outputPriceUsd) + 1n
  return withDrift(minBigInt(settlementFee, floor))
}

/**
 * The shown fee, scaled up when the quote delivers more than was shown, plus the allowed drift, and
 * at least one unit above the shown fee.
 */
function mostSettlementFee({ settlementFee, outputAmount }: Terms, output: bigint): bigint {
  const scaled = output > outputAmount ? (settlementFee * output) / outputAmount : settlementFee
  return maxBigInt(withDrift(scaled), settlementFee + 1n)
}

const withDrift = (fee: bigint) => fee + applyBps(fee, SETTLEMENT_FEE_DRIFT_BPS)

/**
 * The deadline is overwritten. One outside the requested range means that the quote is old or for
 * another request.
 */
function verifyDeadline(
  deadline: bigint,
  { now, deadlineSeconds }: { now: bigint; deadlineSeconds: number },
): void {
  const skew = BigInt(MAX_CLOCK_SKEW_MS / 1_000)
  expectAtMost('calldata.deadline', now + BigInt(deadlineSeconds) + skew, deadline)
  if (deadline < now - skew) {
    throw new SluiceError('QUOTE_EXPIRED', { details: `deadline ${deadline}, now ${now}` })
  }
}
