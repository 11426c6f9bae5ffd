import { fits } from '../core/checked.ts'

/**
 * One direction of a stable pool. Balances and amounts have 18 decimals and are multiplied by the
 * rates of their tokens.
 */
export interface StableSide {
  /** A n^(n-1), with three decimals. */
  amp: bigint
  /** Balances of all tokens except the pool's own. */
  balances: readonly bigint[]
  invariant: bigint
  into: number
  out: number
}

export const AMP_UNIT = 1_000n
/** The contracts revert if Newton's method takes more steps. */
const MAX_STEPS = 255

/**
 * Computes the invariant D of A n^n S + D = A D n^n + D^(n+1) / (n^n P), step by step as the
 * contracts do. The first pools round up. Throws where the contracts revert.
 */
export function getInvariant(amp: bigint, balances: readonly bigint[], roundsUp: boolean): bigint {
  const sum = fits(balances.reduce((total, balance) => total + balance, 0n))
  if (sum === 0n) return 0n
  const step = roundsUp ? stepUp : stepDown
  const total = amp * BigInt(balances.length)
  return converge(sum, (invariant) => step(total, balances, sum, invariant))
}

/** Returns the output for an input after its fee. */
export function outGivenIn(side: StableSide, amountIn: bigint): bigint {
  const { balances, into, out } = side
  return fits((balances[out] ?? 0n) - getBalance(side, changed(balances, into, amountIn), out) - 1n)
}

/** Returns the input for an output, before the fee is added. */
export function inGivenOut(side: StableSide, amountOut: bigint): bigint {
  const { balances, into, out } = side
  return fits(getBalance(side, changed(balances, out, -amountOut), into) - (balances[into] ?? 0n)) + 1n
}

/** Computes D^(n+1) / (n^n P) without intermediate rounding, for prices. */
export function getCross(balances: readonly bigint[], invariant: bigint): bigint {
  const count = BigInt(balances.length)
  return balances.reduce((cross, balance) => (cross * invariant) / (balance * count), invariant)
}

function stepDown(total: bigint, balances: readonly bigint[], sum: bigint, invariant: bigint): bigint {
  const count = BigInt(balances.length)
  let cross = invariant
  for (const balance of balances) cross = fits(cross * invariant) / fits(balance * count)
  const above = fits(fits(total * sum) / AMP_UNIT + fits(cross * count))
  const below = fits(fits((total - AMP_UNIT) * invariant) / AMP_UNIT + fits((count + 1n) * cross))
  return fits(above * invariant) / below
}

function stepUp(total: bigint, balances: readonly bigint[], sum: bigint, invariant: bigint): bigint {
  const count = BigInt(balances.length)
  let cross = (balances[0] ?? 0n) * count
  for (const balance of balances.slice(1)) cross = divideUp(fits(fits(cross * balance) * count), invariant)
  const above = fits(
    fits(fits(count * invariant) * invariant) + divideUp(fits(fits(total * sum) * cross), AMP_UNIT),
  )
  const below = fits(fits((count + 1n) * invariant) + fits((total - AMP_UNIT) * cross) / AMP_UNIT)
  return divideUp(above, below)
}

/**
 * Solves for one balance from the others, rounded up. V2 divides before it multiplies by the unit
 * of `amp`.
 */
export function getBalance(
  {
    amp,
    invariant,
    divides = 'first',
  }: Pick<StableSide, 'amp' | 'invariant'> & { divides?: 'first' | 'last' },
  balances: readonly bigint[],
  index: number,
): bigint {
  const count = BigInt(balances.length)
  const total = amp * count
  const own = balances[index] ?? 0n
  let cross = fits((balances[0] ?? 0n) * count)
  for (const balance of balances.slice(1)) cross = fits(fits(cross * balance) * count) / invariant
  const others = fits(balances.reduce((sum, balance) => sum + balance, 0n)) - own
  const squared = fits(invariant * invariant)
  const [before, after] = divides === 'first' ? [1n, AMP_UNIT] : [AMP_UNIT, 1n]
  const c = fits(fits(divideUp(fits(squared * before), fits(total * cross)) * after) * own)
  const b = fits(others + fits((fits(invariant * before) / total) * after))
  const start = divideUp(fits(squared + c), fits(invariant + b))
  return converge(start, (balance) =>
    divideUp(fits(fits(balance * balance) + c), fits(fits(balance * 2n) + b - invariant)),
  )
}

/** Stops when a step changes the value by at most one unit, as the contracts do. */
export function converge(start: bigint, step: (value: bigint) => bigint): bigint {
  let value = start
  for (let i = 0; i < MAX_STEPS; i += 1) {
    const next = step(value)
    const way = next > value ? next - value : value - next
    if (way <= 1n) return next
    value = next
  }
  throw new RangeError("Newton's method did not converge")
}

export function divideUp(a: bigint, b: bigint): bigint {
  return a === 0n && b !== 0n ? 0n : (a - 1n) / b + 1n
}

/** Returns the balances with a delta at one index. */
export function changed(balances: readonly bigint[], index: number, by: bigint): bigint[] {
  return balances.map((balance, i) => (i === index ? fits(balance + by) : balance))
}
