import { SluiceError } from '../errors/sluice-error.ts'
import { type Address, type Hex, isNativeToken, sameAddress, ZERO_ADDRESS } from '../lib/address.ts'
import { bpsOf, bpsOfRoundedUp, largerOf, smallerOf } from '../lib/amount.ts'
import { minimumOutput } from '../lib/minimum-output.ts'
import { amountOfUsd } from '../lib/usd-value.ts'
import type { QuoteResult } from '../wire/router.ts'
import type { SettlementCall, SettlementCodec } from './settlement-codec.ts'
import { isWorse } from './terms.ts'
import type { SwapIntent, Terms } from './types.ts'

/** What a quote is held against: nothing of it comes from the service. */
export interface Expectation {
  intent: SwapIntent
  terms: Terms
  /** The router the host pinned for this chain. */
  router: Address | undefined
  /** Undefined for a foreign router. */
  codec: SettlementCodec | undefined
  /** The service's clock, as far as it is known: milliseconds since the epoch. */
  now: number
  /** USD per whole output token, which bounds a settlement fee above its share; undefined is unknown. */
  outputPriceUsd: number | undefined
}

/** The call that will be simulated and signed. */
export interface VerifiedCall {
  to: Address
  data: Hex
  /** Wei. */
  value: bigint
  /** Undefined for a foreign router. */
  minOutputAmount: bigint | undefined
}

/** What the widget asks for as `deadlineSeconds`: time enough to read a wallet's window. */
export const DEADLINE_SECONDS = 300
/** How wrong a visitor's clock may be. */
export const MAX_CLOCK_SKEW_MS = 3_600_000
/** The settlement takes at most this share, or its floor per trade where that is larger. */
const MAX_SETTLEMENT_FEE_BPS = 5
/** The floor is fixed in USD, so its amount in tokens drifts a little between price and quote. */
const SETTLEMENT_FEE_FLOOR_USD = 0.002
const SETTLEMENT_FEE_DRIFT_BPS = 1_000
/** The widget never asks to share surplus: a call that does takes what nobody agreed to. */
const SHARING_OFF = 2n ** 256n - 1n

/**
 * Holds a firm quote against what the person agreed to, and returns the call to sign. Its minimum is raised to
 * the one on the screen where the quote carries a lower one but is good enough to honour it; its deadline is ours.
 * Throws `UNTRUSTED_ROUTER`, `QUOTE_MISMATCH` (details name the field), `QUOTE_EXPIRED` or `SIMULATION_FAILED`
 * (the service itself says the trade would fail).
 */
export function verifyQuote(quote: QuoteResult, expectation: Expectation): VerifiedCall {
  const { intent, router, codec } = expectation
  if (!router || (quote.router !== undefined && !sameAddress(quote.router, router))) {
    throw new SluiceError('UNTRUSTED_ROUTER', {
      details: `router: expected ${router ?? 'a pinned address'}, received ${quote.router ?? 'none'}`,
    })
  }
  const expiresAt = quote.expiresAt === undefined ? undefined : Date.parse(quote.expiresAt)
  if (expiresAt !== undefined && expiresAt <= expectation.now) {
    throw new SluiceError('QUOTE_EXPIRED', {
      details: `expiresAt ${quote.expiresAt}, now ${new Date(expectation.now).toISOString()}`,
    })
  }
  if (quote.revert || quote.calldata === undefined) {
    throw new SluiceError('SIMULATION_FAILED', { details: quote.error ?? 'the quote carries no calldata' })
  }
  const value = isNativeToken(intent.inputToken.address) ? intent.inputAmount : 0n
  expectAddress('inputToken', intent.inputToken.address, quote.inputToken)
  expectAddress('outputToken', intent.outputToken.address, quote.outputToken)
  expectAddress('inputSender', intent.account, quote.inputSender)
  expectAddress('outputReceiver', intent.receiver, quote.outputReceiver)
  expectEqual('inputAmount', intent.inputAmount, BigInt(quote.inputAmount))
  expectEqual('effectiveInputAmount', intent.inputAmount, BigInt(quote.effectiveInputAmount))
  expectEqual('value', value, BigInt(quote.value))
  if (!codec) return { to: router, data: quote.calldata, value, minOutputAmount: undefined }

  const call = codec.decode(quote.calldata)
  if (!call) throw mismatch('calldata', 'a settlement call', quote.calldata.slice(0, 10))
  verifyTrade(call, quote, expectation)
  const minOutputAmount = minimumToEnforce(call, quote, expectation)
  const deadline = BigInt(Math.floor(expectation.now / 1_000) + DEADLINE_SECONDS)
  const data = codec.encode({ ...call, trade: { ...call.trade, minOutputAmount, deadline } })
  return { to: router, data, value, minOutputAmount }
}

function verifyTrade(
  { trade, permit }: SettlementCall,
  quote: QuoteResult,
  { intent, terms, now, outputPriceUsd }: Expectation,
): void {
  const output = BigInt(quote.effectiveOutputAmount)
  expectAddress('calldata.inputToken', intent.inputToken.address, trade.inputToken)
  expectAddress('calldata.outputToken', intent.outputToken.address, trade.outputToken)
  expectAddress('calldata.outputReceiver', intent.receiver, trade.outputReceiver)
  expectEqual('calldata.inputAmount', intent.inputAmount, trade.inputAmount)
  expectAddress('calldata.partner', intent.partner?.address ?? ZERO_ADDRESS, trade.partner)
  expectEqual('calldata.partnerFeeBps', BigInt(intent.partner?.feeBps ?? 0), trade.partnerFeeBps)
  expectEqual('calldata.surplusThreshold', SHARING_OFF, trade.surplusThreshold)
  if (permit !== '0x') throw mismatch('calldata.permit', 'empty', permit)

  const least = minimumOutput(output, intent.slippageBps)
  if (trade.minOutputAmount < least) {
    throw mismatch('calldata.minOutputAmount', `at least ${least}`, trade.minOutputAmount)
  }
  const mostFee = largerOf(
    settlementFeeShare(output, intent),
    settlementFeeFloor(terms, intent, outputPriceUsd),
  )
  if (trade.settlementFee > mostFee) {
    throw mismatch('calldata.settlementFee', `at most ${mostFee}`, trade.settlementFee)
  }
  verifyDeadline(Number(trade.deadline), Math.floor(now / 1_000))
}

function minimumToEnforce(
  { trade }: SettlementCall,
  quote: QuoteResult,
  { intent, terms }: Expectation,
): bigint {
  const output = BigInt(quote.effectiveOutputAmount)
  const own = isWorse(terms, output) ? minimumOutput(output, intent.slippageBps) : terms.minOutputAmount
  return largerOf(own, trade.minOutputAmount)
}

/** Whether the fee the quote names is above its share, so that its dollar value is needed to judge it. */
export function isAboveFeeShare(quote: QuoteResult, intent: SwapIntent): boolean {
  return BigInt(quote.settlementFee ?? '0') > settlementFeeShare(BigInt(quote.effectiveOutputAmount), intent)
}

/** From the net output, so that an inflated gross output does not buy a larger fee. */
function settlementFeeShare(output: bigint, { partner }: SwapIntent): bigint {
  const kept = BigInt(10_000 - (partner?.feeBps ?? 0) - MAX_SETTLEMENT_FEE_BPS)
  return bpsOfRoundedUp((output * 10_000n) / kept + 1n, MAX_SETTLEMENT_FEE_BPS)
}

/** The fee on the screen, as far as it is the floor in dollars: a fee whose value is unknown is no floor. */
function settlementFeeFloor(
  { settlementFee }: Terms,
  { outputToken }: SwapIntent,
  outputPriceUsd: number | undefined,
): bigint {
  if (!outputPriceUsd) return 0n
  const floor = amountOfUsd(SETTLEMENT_FEE_FLOOR_USD, outputToken.decimals, outputPriceUsd) + 1n
  const most = smallerOf(settlementFee, floor)
  return most + bpsOf(most, SETTLEMENT_FEE_DRIFT_BPS)
}

/** The deadline is overwritten; one that nobody asked for shows that the quote is old, or another one. */
function verifyDeadline(deadline: number, now: number): void {
  const skew = MAX_CLOCK_SKEW_MS / 1_000
  const latest = now + DEADLINE_SECONDS + skew
  if (deadline > latest) throw mismatch('calldata.deadline', `at most ${latest}`, deadline)
  if (deadline < now - skew) {
    throw new SluiceError('QUOTE_EXPIRED', { details: `deadline ${deadline}, now ${now}` })
  }
}

function expectAddress(field: string, expected: Address, received: Address): void {
  if (!sameAddress(expected, received)) throw mismatch(field, expected, received)
}

function expectEqual(field: string, expected: bigint, received: bigint): void {
  if (expected !== received) throw mismatch(field, expected, received)
}

function mismatch(field: string, expected: unknown, received: unknown): SluiceError {
  return new SluiceError('QUOTE_MISMATCH', {
    details: `${field}: expected ${expected}, received ${received}`,
  })
}
