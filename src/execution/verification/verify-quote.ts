import { SluiceError } from '../../errors/sluice-error.ts'
import { type Address, type Hex, isNativeToken, sameAddress } from '../../lib/address.ts'
import { maxBigInt, minimumOutput } from '../../lib/amount.ts'
import { MAX_DEADLINE_STRETCH_MS } from '../../lib/thresholds.ts'
import type { QuoteResult } from '../../wire/router.ts'
import { expectAddress, expectEqual, quoteMismatch } from '../codecs/quote-mismatch.ts'
import type { Agreement, RouterCall, RouterCodec } from '../codecs/router-codec.ts'
import { isWorse } from '../machine/terms.ts'

/** What a quote is compared with. None of it comes from the service. */
export interface Expectation extends Agreement {
  /** The router the host pinned for this chain. */
  router: Address | undefined
  /** Undefined for a foreign router. */
  codec: RouterCodec | undefined
  /** Whether the host asked for surge protection. Default false. */
  surgeProtection?: boolean | undefined
  /** How far `now` is ahead of the local clock, in milliseconds. Default 0. */
  clockSkewMs?: number
}

/** The call that will be simulated and signed. */
export interface VerifiedCall {
  to: Address
  data: Hex
  /** Wei. */
  value: bigint
  /** Undefined for a foreign router. */
  minOutputAmount: bigint | undefined
  /** As the codec says; false for a foreign router. */
  measuresReceiver: boolean
}

/**
 * Compares a firm quote with what the user agreed to, and returns the call to sign. A lower minimum is raised to the
 * agreed one if the quoted output allows it; the deadline, where the contract has one, is replaced.
 * Throws `UNTRUSTED_ROUTER`, `QUOTE_MISMATCH` (details name the field), `QUOTE_EXPIRED`, `SURGE_PROTECTION` or
 * `SIMULATION_FAILED` (the service itself reports that the trade would revert).
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
  const value = isNativeToken(intent.inputToken.address) ? intent.inputAmount : 0n
  expectAddress('inputToken', intent.inputToken.address, quote.inputToken)
  expectAddress('outputToken', intent.outputToken.address, quote.outputToken)
  expectAddress('inputSender', intent.account, quote.inputSender)
  expectAddress('outputReceiver', intent.receiver, quote.outputReceiver)
  expectEqual('inputAmount', intent.inputAmount, BigInt(quote.inputAmount))
  expectEqual('effectiveInputAmount', intent.inputAmount, BigInt(quote.effectiveInputAmount))
  expectEqual('value', value, BigInt(quote.value))
  const target = { to: router, value, measuresReceiver: codec?.measuresReceiver ?? false }
  if (!codec) return { ...target, data: quote.calldata, minOutputAmount: undefined }

  const call = codec.decode(quote.calldata)
  if (!call) throw quoteMismatch('calldata', 'a swap of the pinned router', quote.calldata.slice(0, 10))
  call.verify(quote, expectation)
  const minOutputAmount = minimumToEnforce(call, quote, expectation)
  const deadline = BigInt(Math.floor(deadlineBase(expectation) / 1_000) + expectation.deadlineSeconds)
  return { ...target, data: call.encode({ minOutputAmount, deadline }), minOutputAmount }
}

function minimumToEnforce(call: RouterCall, quote: QuoteResult, { intent, terms }: Agreement): bigint {
  const output = BigInt(quote.effectiveOutputAmount)
  const own = isWorse(terms, output) ? minimumOutput(output, intent.slippageBps) : terms.minOutputAmount
  return maxBigInt(own, call.minOutputAmount)
}

/** The start of the deadline, in milliseconds since the epoch. */
function deadlineBase({ now, clockSkewMs = 0 }: Expectation): number {
  return now - Math.max(0, clockSkewMs - MAX_DEADLINE_STRETCH_MS)
}
