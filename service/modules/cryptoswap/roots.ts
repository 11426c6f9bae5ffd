import { fits } from '../core/checked.ts'
import { WAD } from '../core/units.ts'
import { divide, wrap } from './words.ts'

const E6 = 10n ** 6n
const E12 = 10n ** 12n
const E36 = 10n ** 36n
/** The first number that cannot be scaled by 36 decimals, as in the contracts. */
const LARGE = 115792089237316195423570985008687907853269n
const HUGE = LARGE * WAD
/** Rounds of Newton's method from a close guess. */
const CUBE_ROUNDS = 7

/** Rounds down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((countBits(value) + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** Computes the cube root of a number with 18 decimals with the precision of the contracts. */
export function cubeRoot(value: bigint): bigint {
  const scaled = value >= HUGE ? value : wrap(value * (value >= LARGE ? WAD : E36))
  const bits = Math.max(0, countBits(scaled) - 1)
  const rest = BigInt(bits % 3)
  let root = (2n ** BigInt(Math.floor(bits / 3)) * 1260n ** rest) / 1000n ** rest
  for (let i = 0; i < CUBE_ROUNDS; i += 1) root = wrap(2n * root + divide(scaled, wrap(root * root))) / 3n
  if (value >= HUGE) return wrap(root * E12)
  return value >= LARGE ? wrap(root * E6) : root
}

/** Computes the geometric mean of three numbers with 18 decimals. */
export function geometricMean([a, b, c]: readonly [bigint, bigint, bigint]): bigint {
  const product = fits((fits(a * b) / WAD) * c) / WAD
  return product === 0n ? 0n : cubeRoot(product)
}

function countBits(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length
}
