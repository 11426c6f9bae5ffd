import { type Address, type Hex, isNativeToken, sameAddress } from '../../../wire/lib/address.ts'
import { maxBigInt, maximumInput, minBigInt, minimumOutput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { quotedInput } from '../../lib/purchase.ts'
import { MAX_DEADLINE_STRETCH_MS } from '../../lib/thresholds.ts'
import { expectAddress, expectAtLeast, expectEqual, quoteMismatch } from '../codecs/quote-mismatch.ts'
import type { Agreement, RouterCall, RouterCodec } from '../codecs/router-codec.ts'
import { isWorse } from '../machine/terms.ts'

/** The values a quote is compared with. None of them comes from the service. */
export interface Expectation extends Agreement {
  /** The router the host pinned for this chain. */
  router: Address | undefined
  /** Undefined for a foreign router. */
  codec: RouterCodec | undefined
  /** True if the host requested surge protection. Default false. */
  surgeProtection?: boolean | undefined
  /** The permit the user has signed, in the encoding of the router. Default: no permit. */
  permit?: Hex | undefined
  /** How far `now` is ahead of the local clock, in milliseconds. Default 0. */
  clockSkewMs?: number
}

/** The call that will be simulated and signed. */
export interface VerifiedCall {
  to: Address
  data: Hex
  /** Wei. */
  value: bigint
  /** The most the call can take; for a foreign router the amount it is given. */
  maxInputAmount: bigint
  /** Undefined for a foreign router. */
  minOutputAmount: bigint | undefined
  /**
   * Milliseconds since the epoch, by the local clock; undefined if the contract has no deadline.
   */
  deadlineAt?: number | undefined
  /** The deadline in `data`, in Unix seconds by the chain's clock. */
  chainDeadline?: number | undefined
  /** Comes from the codec; false for a foreign router. */
  measuresReceiver: boolean
}

/**
 * Compares a firm quote with what the user agreed to, and returns the call to sign. A lower minimum
 * is raised to the agreed one if the quoted output allows it, a higher maximum of a purchase is
 * lowered to the agreed one if the quoted input allows it; the deadline, if the contract has one,
 * is replaced. A purchase needs a codec (`UNVERIFIABLE`): without one no maximum can be enforced.
 * Throws `UNTRUSTED_ROUTER`, `QUOTE_MISMATCH` (details name the field), `QUOTE_EXPIRED`,
 * `SURGE_PROTECTION` or `SIMULATION_FAILED` (the service itself reports that the trade would
 * revert).
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
  if (quote.revert && quote.calldata === undefined && expectation.surgeProtection) {
    throw new SluiceError('SURGE_PROTECTION', { details: quote.error ?? undefined })
  }
  if (quote.revert || quote.calldata === undefined) {
    throw new SluiceError('SIMULATION_FAILED', { details: quote.error ?? 'the quote carries no calldata' })
  }
  expectAddress('inputToken', intent.inputToken.address, quote.inputToken)
  expectAddress('outputToken', intent.outputToken.address, quote.outputToken)
  expectAddress('inputSender', intent.account, quote.inputSender)
  expectAddress('outputReceiver', intent.receiver, quote.outputReceiver)
  expectAmounts(quote, intent)
  const toValue = (amount: bigint) => (isNativeToken(intent.inputToken.address) ? amount : 0n)
  if (!codec) {
    if (intent.outputAmount !== undefined) {
      throw new SluiceError('UNVERIFIABLE', {
        details: 'codec: a purchase needs a codec to enforce its maximum',
      })
    }
    const value = toValue(intent.inputAmount)
    expectEqual('value', value, BigInt(quote.value))
    return {
      to: router,
      data: quote.calldata,
      value,
      maxInputAmount: intent.inputAmount,
      minOutputAmount: undefined,
      measuresReceiver: false,
    }
  }

  const call = codec.decode(quote.calldata)
  if (!call) throw quoteMismatch('calldata', 'a swap of the pinned router', quote.calldata.slice(0, 10))
  call.verify(quote, expectation)
  expectEqual('value', toValue(call.maxInputAmount), BigInt(quote.value))
  const maxInputAmount = maximumToEnforce(call, quote, expectation)
  const minOutputAmount = minimumToEnforce(call, quote, expectation)
  const deadline = BigInt(Math.floor(deadlineBase(expectation) / 1_000) + expectation.deadlineSeconds)
  return {
    to: router,
    data: call.encode({ maxInputAmount, minOutputAmount, deadline, permit: expectation.permit }),
    value: toValue(maxInputAmount),
    maxInputAmount,
    minOutputAmount,
    ...(codec.hasDeadline && {
      deadlineAt: Number(deadline) * 1_000 - (expectation.clockSkewMs ?? 0),
      chainDeadline: Number(deadline),
    }),
    measuresReceiver: codec.measuresReceiver,
  }
}

/** A sale is quoted for its input, a purchase for at least its output. */
function expectAmounts(quote: QuoteResult, { inputAmount, outputAmount }: Agreement['intent']): void {
  if (outputAmount !== undefined) {
    expectAtLeast('effectiveOutputAmount', outputAmount, BigInt(quote.effectiveOutputAmount))
    return
  }
  expectEqual('inputAmount', inputAmount, BigInt(quote.inputAmount))
  expectEqual('effectiveInputAmount', inputAmount, BigInt(quote.effectiveInputAmount))
}

/** A purchase enforces the requested output, because a higher minimum would only make it fail. */
function minimumToEnforce(call: RouterCall, quote: QuoteResult, { intent, terms }: Agreement): bigint {
  if (intent.outputAmount !== undefined) return intent.outputAmount
  const outputAmount = BigInt(quote.effectiveOutputAmount)
  const isLess = isWorse(terms, { inputAmount: terms.inputAmount, outputAmount })
  const own = isLess ? minimumOutput(outputAmount, intent.slippageBps) : terms.minOutputAmount
  return maxBigInt(own, call.minOutputAmount)
}

/**
 * A sale pays exactly its input. A purchase pays at most the agreed maximum, or the maximum of a
 * worse quote.
 */
function maximumToEnforce(call: RouterCall, quote: QuoteResult, { intent, terms }: Agreement): bigint {
  const { outputAmount, slippageBps } = intent
  if (outputAmount === undefined) return call.maxInputAmount
  const inputAmount = quotedInput(quote)
  const isMore = isWorse(terms, { inputAmount, outputAmount: terms.outputAmount })
  const own = isMore ? maximumInput(inputAmount, slippageBps) : terms.maxInputAmount
  return minBigInt(own, call.maxInputAmount)
}

/** The start of the deadline, in milliseconds since the epoch. */
function deadlineBase({ now, clockSkewMs = 0 }: Expectation): number {
  return now - Math.max(0, clockSkewMs - MAX_DEADLINE_STRETCH_MS)
}
