import { tradeRequest } from '../../clients/trade-request.ts'
import { forChain } from '../../config/per-chain.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { MAX_CLOCK_SKEW_MS } from '../../lib/thresholds.ts'
import type { PriceRequest } from '../../wire/router.ts'
import type { StateOf, SwapIntent } from '../machine/types.ts'
import type { Effect } from './types.ts'

/** Requests the firm quote of exactly what the user confirmed, once. */
export const fetchQuote: Effect<StateOf<'quoting'>> = async ({ intent }, { router, config, signal, now }) => {
  const sentAt = now()
  const { value, requestId, serverTimeMs } = await router.quote(quoteRequest(intent, config()), { signal })
  return {
    type: 'quoted',
    quote: value,
    supportId: value.quoteId ?? requestId,
    // Relative to the time of sending: a delayed response is old, not a sign of a wrong clock.
    clockSkewMs: clockSkew(serverTimeMs, sentAt),
  }
}

/**
 * How far the `Date` of the response is ahead of the local clock, in milliseconds. Throws `QUOTE_EXPIRED` where they differ
 * too much to tell whether the quote is still valid.
 */
function clockSkew(serverTimeMs: number | undefined, nowMs: number): number {
  const skew = serverTimeMs === undefined ? 0 : serverTimeMs - nowMs
  if (Math.abs(skew) <= MAX_CLOCK_SKEW_MS) return skew
  throw new SluiceError('QUOTE_EXPIRED', {
    details: `the response is dated ${Math.round(skew / 1_000)} s away from this device's clock`,
  })
}

function quoteRequest(intent: SwapIntent, config: ResolvedConfig): PriceRequest {
  return {
    ...tradeRequest(intent, config),
    networkID: intent.chainId,
    deadlineSeconds: forChain(config.deadlineSeconds, intent.chainId),
  }
}
