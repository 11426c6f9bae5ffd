import { applyBps, maxBigInt, minimumOutput } from '../../../src/lib/amount.ts'

/** A threshold no output exceeds. */
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
 * The receiver's output and minimum when surplus is shared, by the contract's rule: a third each to treasury and partner
 * (if there is one) of what exceeds both threshold and minimum, up to 5 % of the gross output.
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
    // The minimum depends on the output, and the output on the minimum: both fall to the fixed point.
    const agreed = minimumOutput(effective, slippageBps)
    if (agreed >= minimum) return { effective, minimum }
    minimum = agreed
  }
}
