import { fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import { type CryptoCode, getHeldBounds, getSolvedBounds, INVARIANT_BOUNDS } from './crypto-code.ts'
import { type CryptoParameters, checkParameters, findBalance } from './newton.ts'
import { cubeRoot, squareRoot } from './roots.ts'
import { absolute, divide, fitsSigned, min, within, wrapSigned } from './words.ts'

/** A balance, and the start of the search for D after a trade to it. 0 if unknown. */
export interface Solved {
  balance: bigint
  product: bigint
}

/** The first coefficient of the cubic equation. */
const A = 10n ** 32n
/** Scale of the amplification, including the four digits removed from all coefficients. */
const SCALE = 400_000_000n
/** Digits removed from coefficients above a size, so that their squares fit. */
const DIVIDERS = [48n, 46n, 44n, 42n, 40n, 38n, 36n, 34n, 32n, 30n, 28n, 26n, 24n]
  .map((digits): [bigint, bigint] => [10n ** digits, 10n ** (digits - 18n)])
  .concat([[10n ** 20n, 100n]])

/**
 * Solves for the balance of one of two coins, in the first coin: the real root of a cubic equation.
 */
export function solveTwo(
  code: CryptoCode,
  parameters: CryptoParameters,
  { balances, invariant, to }: { balances: readonly bigint[]; invariant: bigint; to: number },
): Solved {
  checkParameters(code, parameters)
  within(invariant, INVARIANT_BOUNDS)
  const { gamma } = parameters
  const held = fitsSigned(balances[1 - to] ?? 0n)
  within(fitsSigned(2n * WAD * held) / invariant, getHeldBounds(code, gamma))
  const equation = toEquation(parameters, { held, invariant })
  const root = findRoot(equation)
  if (root === undefined) {
    return { balance: findBalance(code, parameters, { balances, invariant, to }), product: 0n }
  }
  const balance = fits(wrapSigned(((invariant * invariant) / held) * root) / 4n / WAD)
  within(fits(balance * WAD) / invariant, getSolvedBounds(code, gamma))
  return { balance, product: fits(root) }
}

type Equation = readonly [a: bigint, b: bigint, c: bigint, d: bigint]

/**
 * Returns the equation for the normalized product of both balances, reduced by the divisor of its
 * terms.
 */
function toEquation(
  { amplification, gamma }: CryptoParameters,
  { held, invariant }: { held: bigint; invariant: bigint },
): Equation {
  const square = gamma * gamma
  const pull = amplification * square
  const b = fitsSigned(invariant * pull) / SCALE / held - 3n * A - 2n * gamma * 10n ** 14n
  const c =
    3n * A +
    4n * gamma * 10n ** 14n +
    square / 10_000n +
    fitsSigned(((4n * pull) / SCALE) * held) / invariant -
    (4n * pull) / SCALE
  return [A, b, c, -((WAD + gamma) ** 2n / 10_000n)]
}

/** Returns undefined if the root is not real. */
function findRoot(equation: Equation): bigint | undefined {
  const divider = getDivider(equation)
  const [a = 0n, b = 0n, c = 0n, d = 0n] = equation.map((each) => each / divider)
  const first = fitsSigned(divide(wrapSigned(3n * a * c), b) - b)
  const second = fitsSigned(3n * first + b - divide(wrapSigned(divide(wrapSigned(27n * a * a), b) * d), b))
  const radicand = fitsSigned(
    fitsSigned(second * second) + wrapSigned(divide(fitsSigned(4n * fitsSigned(first * first)), b) * first),
  )
  if (radicand <= 0n) return undefined
  const root = squareRoot(radicand)
  const cube = b > 0n ? cubeRoot(b) : -cubeRoot(-b)
  const other = second > 0n ? cubeRoot((second + root) / 2n) : -cubeRoot((root - second) / 2n)
  const sum = wrapSigned((fitsSigned(cube * cube) / WAD) * other) / WAD
  const scaled = wrapSigned(WAD * b)
  return (
    fitsSigned(fitsSigned(wrapSigned(WAD * sum) - scaled) - fitsSigned((scaled / sum) * first)) /
    wrapSigned(3n * a)
  )
}

function getDivider([a, b, c, d]: Equation): bigint {
  const first = fitsSigned(fitsSigned(fitsSigned(3n * a * c) / b) - b)
  const second = fitsSigned(3n * first + b - fitsSigned(((27n * a * a) / b) * d) / b)
  const size = min(min(absolute(first), absolute(second)), a)
  return DIVIDERS.find(([from]) => size > from)?.[1] ?? 1n
}
