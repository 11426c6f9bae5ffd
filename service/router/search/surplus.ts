import { applyBps, maxBigInt, minimumOutput } from '../../../wire/lib/amount.ts'

/** A threshold that no output exceeds. */
export const NO_SURPLUS_SHARED = 2n ** 256n - 1n

const MAX_SURPLUS_BPS = 500
const SHARE_PERCENT = 33n

interface Output {
  gross: bigint
  /** The output after fees. */
  net: bigint
  /** The net output above which surplus is shared. */
  threshold: bigint
}

/**
 * Returns the receiver's output and minimum with shared surplus, by the contract's rule: treasury
 * and partner (if any) each get a third of the output above both threshold and minimum, up to 5 %
 * of the gross output.
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
    // The minimum and the output depend on each other, and both fall to a fixed point.
    const next = minimumOutput(effective, slippageBps)
    if (next >= minimum) return { effective, minimum }
    minimum = next
  }
}
