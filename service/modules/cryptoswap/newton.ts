import { fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import {
  type CryptoCode,
  getAmplificationBounds,
  getFoundBounds,
  getHeldBounds,
  MIN_GAMMA,
} from './crypto-code.ts'
import { cubeRoot, geometricMean, squareRoot } from './roots.ts'
import { absolute, divide, max, min, within, wrap } from './words.ts'

export interface CryptoParameters {
  /** `A()`: the amplification `A * n^n` with four decimals. */
  amplification: bigint
  /** With 18 decimals. */
  gamma: bigint
}

const E14 = 10n ** 14n
const E16 = 10n ** 16n
const PRECISION = 10_000n
const MAX_ROUNDS = 255

/** Throws if the math contract rejects these parameters. */
export function checkParameters(code: CryptoCode, { amplification, gamma }: CryptoParameters): void {
  within(amplification, getAmplificationBounds(code))
  within(gamma, [MIN_GAMMA, code.maxGamma])
}

/**
 * Computes D of balances in the first coin with Newton's method. `product` is the normalized
 * product at the start of the search, or 0 to start at the mean. Throws if the contract reverts.
 */
export function findInvariant(
  code: CryptoCode,
  parameters: CryptoParameters,
  { balances, product }: { balances: readonly bigint[]; product: bigint },
): bigint {
  // The two-coin contract checks all arithmetic, the three-coin contract nearly none.
  const isChecked = code.count === 2
  const bound = isChecked ? fits : wrap
  const sorted = balances.toSorted((a, b) => (a === b ? 0 : a > b ? -1 : 1))
  checkBalances(code, parameters, sorted)
  const sum = bound(sorted.reduce((all, each) => all + each, 0n))
  let whole = isChecked ? startOfTwo(sorted, product) : startOfThree(sorted, product)
  for (let i = 0; i < MAX_ROUNDS; i += 1) {
    const before = whole
    whole = getNext(code, parameters, { sorted, sum, whole, bound })
    if (bound(absolute(whole - before) * E14) < max(E16, whole)) {
      for (const each of sorted) within(divide(bound(each * WAD), whole), getFoundBounds(code))
      return whole
    }
  }
  throw new RangeError('does not converge')
}

/** Returns D after one round of Newton's method. */
function getNext(
  { count }: CryptoCode,
  { amplification, gamma }: CryptoParameters,
  {
    sorted,
    sum,
    whole,
    bound,
  }: { sorted: readonly bigint[]; sum: bigint; whole: bigint; bound: (value: bigint) => bigint },
): bigint {
  const n = BigInt(count)
  const share = getProduct(sorted, whole, bound)
  const distance = absolute(gamma + WAD - share) + 1n
  const pull = divide(
    bound((bound(bound(bound(WAD * whole) / gamma) * distance) / gamma) * distance) * PRECISION,
    amplification,
  )
  const slope = divide(bound(2n * WAD * n * share), distance)
  const gained = bound(sum + bound(sum * slope) / WAD + divide(bound(bound(pull) * n), share))
  const fall = bound(gained - bound(slope * whole) / WAD)
  if (count === 2 && (whole === 0n || share === 0n || fall === 0n)) throw new RangeError('division by zero')
  const plus = divide(fits(whole * bound(fall + sum)), fall)
  const part = bound((fits(whole * divide(pull, fall)) / WAD) * absolute(WAD - share))
  const minus = fits(divide(fits(whole * whole), fall) + (WAD > share ? 1n : -1n) * divide(part, share))
  return plus > minus ? plus - minus : (minus - plus) / 2n
}

function checkBalances(
  code: CryptoCode,
  parameters: CryptoParameters,
  [first = 0n, second = 0n]: readonly bigint[],
) {
  if (code.count === 3) {
    within(first, [1n, ((2n ** 256n - 1n) / WAD) * 27n - 1n])
    return
  }
  checkParameters(code, parameters)
  within(first, [10n ** 9n, 10n ** 33n])
  if ((second * WAD) / first < E14) throw new RangeError('out of bounds')
}

function startOfTwo([a = 0n, b = 0n]: readonly bigint[], product: bigint): bigint {
  if (product === 0n) return 2n * squareRoot(wrap(a * b))
  const start = squareRoot(wrap(divide(wrap(4n * a * b), product) * WAD))
  return min(a + b, start)
}

function startOfThree([a = 0n, b = 0n, c = 0n]: readonly bigint[], product: bigint): bigint {
  if (product === 0n) return wrap(3n * geometricMean([a, b, c]))
  const sum = wrap(a + b + c)
  const [unit, back] =
    sum > 10n ** 36n ? [10n ** 36n, 10n ** 12n] : sum > 10n ** 24n ? [10n ** 24n, 10n ** 6n] : [WAD, 1n]
  return cubeRoot(fits(divide(fits((fits(a * b) / unit) * c), product) * 27n * back))
}

/** Returns the normalized product of balances sorted in descending order: 10 ** 18 in balance. */
function getProduct(
  [a = 0n, b = 0n, c]: readonly bigint[],
  whole: bigint,
  bound: (value: bigint) => bigint,
): bigint {
  if (c === undefined) return divide(bound(divide(bound(4n * WAD * a), whole) * b), whole)
  const first = divide(bound(3n * WAD * a), whole)
  return divide(bound(divide(bound(first * b * 3n), whole) * c * 3n), whole)
}

/**
 * Solves for the balance of coin `to` with Newton's method, if the cubic formula has no real root.
 */
export function findBalance(
  code: CryptoCode,
  { amplification, gamma }: CryptoParameters,
  { balances, invariant, to }: { balances: readonly bigint[]; invariant: bigint; to: number },
): bigint {
  const n = BigInt(code.count)
  const others = balances.filter((_, k) => k !== to).toSorted((a, b) => (a > b ? -1 : 1))
  const [largest = 0n] = others
  const sumOfOthers = others.reduce((all, each) => fits(all + each), 0n)
  const start = startBalance(code, { others, invariant, gamma })
  const limit = max(max(largest / E14, invariant / E14), 100n)
  let y = start.y
  for (let i = 0; i < MAX_ROUNDS; i += 1) {
    const before = y
    const share = fits(start.share * y * n) / invariant
    const sum = sumOfOthers + y
    const distance = absolute(gamma + WAD - share) + 1n
    const pull =
      fits(((((WAD * invariant) / gamma) * distance) / gamma) * distance * PRECISION) / amplification
    const slope = WAD + (2n * WAD * share) / distance
    const rise = fits(WAD * y + fits(sum * slope) + pull) - fits(invariant * slope)
    if (rise < 0n) {
      y = before / 2n
      continue
    }
    const fall = rise / y
    const away = pull / fall
    const plus = (rise + WAD * invariant) / fall + (away * WAD) / share
    const minus = away + (WAD * sum) / fall
    y = plus < minus ? before / 2n : plus - minus
    if (absolute(y - before) < max(limit, y / E14)) {
      if (code.count === 3) within(fits(y * WAD) / invariant, [E16, 100n * WAD])
      return y
    }
  }
  throw new RangeError('does not converge')
}

function startBalance(
  code: CryptoCode,
  { others, invariant, gamma }: { others: readonly bigint[]; invariant: bigint; gamma: bigint },
): { y: bigint; share: bigint } {
  const [first = 0n] = others
  if (code.count === 2) {
    const share = fits(2n * WAD * first) / invariant
    within(share, getHeldBounds(code, gamma))
    return { y: fits(invariant * invariant) / fits(first * 4n), share }
  }
  const y = others
    .toReversed()
    .reduce((made, each) => fits(made * invariant) / fits(each * 3n), invariant / 3n)
  const share = others.reduce((made, each) => fits(made * each * 3n) / invariant, WAD)
  return { y, share }
}
