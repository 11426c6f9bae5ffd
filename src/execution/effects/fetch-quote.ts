import type { PriceRequest } from '../../../wire/price-request.ts'
import { tradeRequest } from '../../clients/trade-request.ts'
import { forChain } from '../../config/per-chain.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { orUnknown } from '../../errors/report-defect.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { MAX_CLOCK_SKEW_MS, MAX_DEADLINE_STRETCH_MS, MAX_SUPPORT_ID_LENGTH } from '../../lib/thresholds.ts'
import type { StateOf, SwapIntent } from '../machine/types.ts'
import { getDeadlineSeconds } from './deadline-seconds.ts'
import type { Effect, EffectContext } from './types.ts'

/**
 * A block this far from the device's clock means that the clock is wrong, not that the block is
 * late.
 */
const MAX_BLOCK_AGE_MS = 90_000
/** A quote that expired longer before the request than this is a sign of a wrong clock. */
const MAX_EXPIRED_MS = 30_000
/** A nearer deadline passes before the user has confirmed. */
const LEAST_LEFT_MS = 60_000

/** Requests the firm quote of exactly what the user confirmed, once. */
export const fetchQuote: Effect<StateOf<'quoting'>> = async ({ intent }, context) => {
  const { router, config, signal, now } = context
  const sentAt = now()
  const request = quoteRequest(intent, config())
  const { value, requestId, serverTimeMs } = await router.quote(request, { signal })
  // Relative to the time of sending, because a delayed response does not prove a wrong clock.
  const clockSkewMs = serverTimeMs === undefined ? 0 : serverTimeMs - sentAt
  if (Math.abs(clockSkewMs) > MAX_CLOCK_SKEW_MS) throw wrongClock(clockSkewMs)
  const behindMs = clockSkewMs - MAX_DEADLINE_STRETCH_MS
  // A deadline computed from this clock has already expired.
  if (behindMs > 0 && behindMs >= (await getDeadlineMs(intent, context))) throw wrongClock(clockSkewMs)
  if (serverTimeMs === undefined && value.expiresAt !== undefined) {
    const lifeMs = request.deadlineSeconds * 1_000
    await requireClock({ intent, sentAt, lifeMs, expiresAt: Date.parse(value.expiresAt) }, context)
  }
  const supportId = (value.quoteId ?? requestId)?.slice(0, MAX_SUPPORT_ID_LENGTH)
  return { type: 'quoted', quote: value, supportId, clockSkewMs }
}

/**
 * Throws `CLOCK_WRONG` if a new quote has expired on arrival, or is valid so much longer than
 * requested that its deadline by the device has passed, and the latest block confirms that the
 * clock is the reason. Reads the block only then.
 */
async function requireClock(
  { intent, sentAt, lifeMs, expiresAt }: QuoteTimes,
  context: EffectContext,
): Promise<void> {
  const { chain, now, reportError } = context
  const skew = expiresAt - lifeMs - sentAt
  if (expiresAt > now()) {
    if (skew <= MAX_BLOCK_AGE_MS) return
    const leftMs = (await getDeadlineMs(intent, context)) - skew
    if (leftMs >= LEAST_LEFT_MS && skew < MAX_CLOCK_SKEW_MS) return
  }
  const blockTime = await orUnknown(chain.blockTime(intent.chainId), reportError)
  if (blockTime === undefined) {
    if (expiresAt < sentAt - MAX_EXPIRED_MS || skew > MAX_CLOCK_SKEW_MS) throw wrongClock(skew)
    return
  }
  const blockSkew = blockTime - now()
  const isAgreed = Math.abs(blockSkew - skew) < 2 * MAX_BLOCK_AGE_MS
  if (isAgreed && Math.abs(blockSkew) > MAX_BLOCK_AGE_MS) throw wrongClock(blockSkew)
}

interface QuoteTimes {
  intent: SwapIntent
  /** Milliseconds since the epoch, by the device's clock. */
  sentAt: number
  lifeMs: number
  /** Milliseconds since the epoch, by the service's clock. */
  expiresAt: number
}

async function getDeadlineMs(intent: SwapIntent, context: EffectContext): Promise<number> {
  return (await getDeadlineSeconds(intent, context)) * 1_000
}

function wrongClock(clockSkewMs: number): SluiceError {
  return new SluiceError('CLOCK_WRONG', {
    clockSkewMs,
    details: `the real time is about ${Math.round(clockSkewMs / 1_000)} s ahead of this device's clock`,
  })
}

function quoteRequest(intent: SwapIntent, config: ResolvedConfig) {
  return {
    ...tradeRequest(intent, config),
    networkID: intent.chainId,
    deadlineSeconds: forChain(config.deadlineSeconds, intent.chainId),
  } satisfies PriceRequest
}
