import { fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import { type CryptoCode, getHeldBounds, getSolvedBounds, INVARIANT_BOUNDS } from './crypto-code.ts'
import { type CryptoParameters, checkParameters, findBalance } from './newton.ts'
import { cubeRoot, squareRoot } from './roots.ts'
import type { Solved } from './solve-two.ts'
import { absolute, divide, fitsSigned, within, wrapSigned } from './words.ts'

const E36 = 10n ** 36n
const PRECISION = 10_000n
/** Digits removed from coefficients above a size, so that their squares fit. */
const DIVIDERS = [48n, 44n, 40n, 36n, 32n, 28n, 24n, 20n].map((digits): [bigint, bigint] => [
  10n ** digits,
  10n ** (digits - 18n),
])

/**
 * Solves for the balance of one of three coins, in the first coin: the real root of a cubic
 * equation.
 */
export function solveThree(
  code: CryptoCode,
  parameters: CryptoParameters,
  { balances, invariant, to }: { balances: readonly bigint[]; invariant: bigint; to: number },
): Solved {
  checkParameters(code, parameters)
  within(invariant, INVARIANT_BOUNDS)
  const others = balances.filter((_, k) => k !== to)
  for (const each of others) within(fits(each * WAD) / invariant, getHeldBounds(code, parameters.gamma))
  const [j = 0n, k = 0n] = others
  const equation = reduce(toEquation(parameters, { j, k, invariant }))
  const root = findRoot(equation)
  if (root === undefined) {
    return { balance: findBalance(code, parameters, { balances, invariant, to }), product: 0n }
  }
  const [a] = equation
  const cube = fitsSigned((fitsSigned(invariant * invariant) / 27n / k) * invariant) / j
  const balance = fits(divide(fitsSigned(cube * root), a))
  const product = fits(divide(fitsSigned(WAD * root), a))
  within(divide(fits(balance * WAD), invariant), getSolvedBounds(code, parameters.gamma))
  return { balance, product }
}

type Equation = readonly [a: bigint, b: bigint, c: bigint, d: bigint]

/** Returns the equation for the normalized product of all balances. */
function toEquation(
  { amplification, gamma }: CryptoParameters,
  { j, k, invariant }: { j: bigint; k: bigint; invariant: bigint },
): Equation {
  const square = gamma * gamma
  const pull = fitsSigned(wrapSigned(((invariant * invariant) / j) * square) * amplification)
  const b = E36 / 9n + (2n * WAD * gamma) / 27n - pull / 729n / PRECISION / k
  const rest = wrapSigned((fitsSigned(square * (j + k - invariant)) / invariant) * amplification)
  const c = E36 / 9n + (gamma * (gamma + 4n * WAD)) / 27n + rest / 27n / PRECISION
  return [E36 / 27n, b, c, (WAD + gamma) ** 2n / 27n]
}

/** Keeps as many digits as fit. */
function reduce([a, b, c, d]: Equation): Equation {
  const size = absolute(fitsSigned(fitsSigned(3n * a * c) / b - b))
  const divider = DIVIDERS.find(([from]) => size > from)?.[1] ?? 1n
  if (a > absolute(b)) {
    const more = absolute(a / b)
    const [first = 0n, ...others] = [a, b, c, d].map((each) => each * more)
    for (const each of others) fitsSigned(each)
    return [wrapSigned(first), ...others].map((each) => each / divider) as unknown as Equation
  }
  const less = absolute(b / a)
  return [a, b, c, d].map((each) => each / less / divider) as unknown as Equation
}

/** Returns undefined if the root is not real. */
function findRoot([a, b, c, d]: Equation): bigint | undefined {
  const triple = fitsSigned(3n * a * c)
  const first = fitsSigned(divide(triple, b) - b)
  const second = fitsSigned(
    divide(fitsSigned(3n * triple), b) -
      2n * b -
      divide(fitsSigned(divide(fitsSigned(27n * a * a), b) * d), b),
  )
  const radicand = fitsSigned(
    fitsSigned(second * second) + fitsSigned(divide(fitsSigned(4n * fitsSigned(first * first)), b) * first),
  )
  if (radicand <= 0n) return undefined
  const root = squareRoot(radicand)
  const cube = b >= 0n ? cubeRoot(b) : -cubeRoot(-b)
  const other = second > 0n ? cubeRoot((second + root) / 2n) : -cubeRoot((root - second) / 2n)
  const sum = fitsSigned((fitsSigned(cube * cube) / WAD) * other) / WAD
  return fitsSigned(b + fitsSigned(b * first) / sum - sum) / 3n
}
