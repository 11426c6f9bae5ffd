import { WAD } from '../core/units.ts'

const ONE_20 = 10n ** 20n
const ONE_36 = 10n ** 36n
const MAX_EXPONENT = 130n * WAD
const MIN_EXPONENT = -41n * WAD
/** Logarithms within this distance of one are computed with 36 decimals. */
const NEAR = WAD / 10n

/**
 * Powers of two with their exponentials. The first two have no decimals, because they are too
 * large.
 */
const LARGE_STEPS = [
  { exponent: 128n * WAD, power: 38877084059945950922200000000000000000000000000000000000n },
  { exponent: 64n * WAD, power: 6235149080811616882910000000n },
] as const

/** Exponentials of 32 down to 1/16, with 20 decimals. */
const STEPS = [
  7896296018268069516100000000000000n,
  888611052050787263676000000n,
  298095798704172827474000n,
  5459815003314423907810n,
  738905609893065022723n,
  271828182845904523536n,
  164872127070012814685n,
  128402541668774148407n,
  113314845306682631683n,
  106449445891785942956n,
].map((power, i) => ({ exponent: (32n * ONE_20) / 2n ** BigInt(i), power }))

/** The series of the exponential covers the two smallest steps. */
const EXP_STEPS = STEPS.slice(0, -2)
const EXP_TERMS = 12n
const LN_TERMS = 11n
const LN_36_TERMS = 15n

/** Raises `x` to the power of `y`, both with 18 decimals, exactly as the pools' contracts do. */
export function pow(x: bigint, y: bigint): bigint {
  if (y === 0n) return WAD
  if (x === 0n) return 0n
  const product = timesLogarithm(x, y) / WAD
  if (product < MIN_EXPONENT || product > MAX_EXPONENT) throw new RangeError('The power is out of bounds')
  return exp(product)
}

function timesLogarithm(x: bigint, y: bigint): bigint {
  if (x <= WAD - NEAR || x >= WAD + NEAR) return ln(x) * y
  const precise = ln36(x)
  return (precise / WAD) * y + ((precise % WAD) * y) / WAD
}

function exp(exponent: bigint): bigint {
  if (exponent < 0n) return (WAD * WAD) / exp(-exponent)
  const large = LARGE_STEPS.find((step) => exponent >= step.exponent)
  let rest = (exponent - (large?.exponent ?? 0n)) * 100n
  let product = ONE_20
  for (const step of EXP_STEPS) {
    if (rest < step.exponent) continue
    rest -= step.exponent
    product = (product * step.power) / ONE_20
  }
  let term = rest
  let sum = ONE_20 + term
  for (let n = 2n; n <= EXP_TERMS; n += 1n) {
    term = (term * rest) / ONE_20 / n
    sum += term
  }
  return (((product * sum) / ONE_20) * (large?.power ?? 1n)) / 100n
}

function ln(value: bigint): bigint {
  if (value < WAD) return -ln((WAD * WAD) / value)
  let rest = value
  let sum = 0n
  for (const step of LARGE_STEPS) {
    if (rest < step.power * WAD) continue
    rest /= step.power
    sum += step.exponent
  }
  sum *= 100n
  rest *= 100n
  for (const step of STEPS) {
    if (rest < step.power) continue
    rest = (rest * ONE_20) / step.power
    sum += step.exponent
  }
  return (sum + 2n * areaTangent(((rest - ONE_20) * ONE_20) / (rest + ONE_20), ONE_20, LN_TERMS)) / 100n
}

function ln36(value: bigint): bigint {
  const precise = value * WAD
  return 2n * areaTangent(((precise - ONE_36) * ONE_36) / (precise + ONE_36), ONE_36, LN_36_TERMS)
}

/** Computes `z + z^3/3 + z^5/5 + …` up to `terms`. */
function areaTangent(z: bigint, one: bigint, terms: bigint): bigint {
  const squared = (z * z) / one
  let power = z
  let sum = z
  for (let n = 3n; n <= terms; n += 2n) {
    power = (power * squared) / one
    sum += power / n
  }
  return sum
}
