import type { ResolvedConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { DEADLINE_SECONDS, MAX_CLOCK_SKEW_MS } from '../../lib/thresholds.ts'
import type { PriceRequest } from '../../wire/router.ts'
import type { StateOf, SwapIntent } from '../machine/types.ts'

import type { Effect } from './types.ts'

/** Asks once for the firm quote of exactly what the person confirmed. */
export const fetchQuote: Effect<StateOf<'quoting'>> = async ({ intent }, { router, config, signal, now }) => {
  const sentAt = now()
  const { value, requestId, serverTimeMs } = await router.quote(quoteRequest(intent, config()), { signal })
  return {
    type: 'quoted',
    quote: value,
    supportId: value.quoteId ?? requestId,
    // By when it was sent: an answer that was held back is old, not a sign of a wrong clock.
    clockSkewMs: clockSkew(serverTimeMs, sentAt),
  }
}

/**
 * How far the answer's date is ahead of the visitor's clock. Where one of the two is wrong beyond reason, nobody can
 * say whether the quote still holds.
 */
function clockSkew(serverTimeMs: number | undefined, nowMs: number): number {
  const skew = serverTimeMs === undefined ? 0 : serverTimeMs - nowMs
  if (Math.abs(skew) <= MAX_CLOCK_SKEW_MS) return skew
  throw new SluiceError('QUOTE_EXPIRED', {
    details: `the answer is ${Math.round(skew / 1_000)} s away from this device's clock`,
  })
}

function quoteRequest(intent: SwapIntent, config: ResolvedConfig): PriceRequest {
  return {
    networkID: intent.chainId,
    inputToken: intent.inputToken.address,
    outputToken: intent.outputToken.address,
    orderType: 'SELL',
    inputAmount: intent.inputAmount.toString(),
    userAddress: intent.account,
    outputReceiver: intent.receiver,
    uniquePID: config.integrator,
    computeStable: true,
    slippage: intent.slippageBps,
    deadlineSeconds: DEADLINE_SECONDS,
    ...(intent.partner && { partnerFee: intent.partner.feeBps, partnerAddress: intent.partner.address }),
  }
}
