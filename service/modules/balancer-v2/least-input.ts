/** First distance looked at from a guess: what rounding of powers may amount to. */
const CLOSENESS = 10n ** 12n

/**
 * The least amount that is enough, near a guess; undefined when none is. `isEnough` answers undefined for amounts that
 * cannot be traded.
 */
export function leastInput(
  guess: bigint,
  isEnough: (amount: bigint) => boolean | undefined,
): bigint | undefined {
  let step = guess / CLOSENESS + 2n
  let enough = guess
  while (isEnough(enough) !== true) {
    if (isEnough(enough) === undefined && enough > guess) return undefined
    enough += step
    step *= 2n
    if (step > guess + CLOSENESS) return undefined
  }
  step = guess / CLOSENESS + 2n
  let short = enough - step
  while (short > 0n && isEnough(short)) {
    enough = short
    step *= 2n
    short -= step
  }
  if (short < 0n) short = 0n
  while (enough - short > 1n) {
    const middle = (enough + short) / 2n
    if (isEnough(middle)) enough = middle
    else short = middle
  }
  return enough
}
