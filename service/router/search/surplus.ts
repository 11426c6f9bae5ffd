import { applyBps, maxBigInt, minimumOutput } from '../../../src/lib/amount.ts'

/** A threshold that nothing exceeds. */
export const NO_SURPLUS_SHARED = 2n ** 256n - 1n

const MAX_SURPLUS_BPS = 500
const SHARE_PERCENT = 33n

interface Output {
  gross: bigint
  /** After fees. */
  net: bigint
  /** Net output above which surplus is shared. */
  threshold: bigint
}

/**
 * What the receiver gets of a net output of which surplus is shared, and his minimum, by the contract's rule: a third each
 * to treasury and partner (if there is one) of what exceeds both threshold and minimum, up to 5 % of the gross output.
 */
export function shareSurplus(
  { gross, net, threshold }: Output,
  { hasPartner, slippageBps }: { hasPartner: boolean; slippageBps: number },
): { effective: bigint; minimum: bigint } {
  const shares = hasPartner ? 2n : 1n
  const cap = applyBps(gross, MAX_SURPLUS_BPS)
  let minimum = minimumOutput(net, slippageBps)
  for (;;) {
    const kept = maxBigInt(threshold, minimum)
    const excess = net > kept ? net - kept : 0n
    const surplus = excess < cap ? excess : cap
    const effective = net - ((surplus * SHARE_PERCENT) / 100n) * shares
    // The minimum follows from what is got, which follows from the minimum: both fall until they agree.
    const agreed = minimumOutput(effective, slippageBps)
    if (agreed >= minimum) return { effective, minimum }
    minimum = agreed
  }
}
