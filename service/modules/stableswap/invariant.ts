import { fits } from '../core/checked.ts'

/** The indexes of the sold and the bought coin. */
export interface Indexes {
  from: number
  to: number
}

/** Rounding of one pool code. */
export interface Rounding {
  /** The amplification is returned times this. */
  precision: bigint
  /** Divides the invariant's product by the number of coins once. Otherwise at each balance. */
  dividesOnce: boolean
  /** Added to each divisor of that product. */
  added: bigint
  /** Withheld from the output, with 18 decimals. */
  withheld: bigint
  /** Reverts if Newton's method does not converge. */
  mustConverge: boolean
  /**
   * Its `get_dy` rounds to base units before the fee and may return one unit more than the pool
   * pays.
   */
  roundsPreview: boolean
}

const LATER: Rounding = {
  precision: 100n,
  dividesOnce: false,
  added: 0n,
  withheld: 1n,
  mustConverge: true,
  roundsPreview: false,
}

/**
 * Codes of plain StableSwap pools: the first pools, 3pool, later pools, and later two-coin pools of
 * factories.
 */
export const ROUNDINGS = {
  first: { ...LATER, precision: 1n, added: 1n, withheld: 0n, mustConverge: false, roundsPreview: true },
  threePool: { ...LATER, precision: 1n, mustConverge: false, roundsPreview: true },
  later: LATER,
  twoCoins: { ...LATER, dividesOnce: true },
} satisfies Record<string, Rounding>

export type PlainCode = keyof typeof ROUNDINGS

/** Iteration limit of the contracts. */
const MAX_ROUNDS = 255

/**
 * Computes the invariant of balances with 18 decimals, with the contract's own arithmetic. Throws a
 * `RangeError` if the contract reverts.
 */
export function createInvariant(
  scaled: readonly bigint[],
  amplification: bigint,
  { precision, dividesOnce, added, mustConverge }: Rounding,
) {
  const count = BigInt(scaled.length)
  const ann = amplification * count
  let invariant: bigint | undefined

  function get(): bigint {
    invariant ??= find()
    return invariant
  }

  function find(): bigint {
    const sum = scaled.reduce((all, each) => all + each, 0n)
    if (sum === 0n) return 0n
    return converge(sum, (whole) => {
      const product = dividesOnce
        ? scaled.reduce((made, each) => divide(made * whole, each), whole) / count ** count
        : scaled.reduce((made, each) => divide(made * whole, each * count + added), whole)
      return divide(
        ((ann * sum) / precision + product * count) * whole,
        ((ann - precision) * whole) / precision + (count + 1n) * product,
      )
    })
  }

  /** Returns the balance of `to` for a balance `x` of `from`. */
  function solve({ from, to }: Indexes, x: bigint): bigint {
    const whole = get()
    let c = whole
    let sum = 0n
    for (const [k, own] of scaled.entries()) {
      if (k === to) continue
      const held = k === from ? x : own
      sum += held
      c = divide(c * whole, held * count)
    }
    c = divide(c * whole * precision, ann * count)
    const b = sum + divide(whole * precision, ann)
    return converge(whole, (y) => divide(y * y + c, 2n * y + b - whole))
  }

  /** Runs Newton's method until two rounds differ by at most one unit. */
  function converge(start: bigint, next: (value: bigint) => bigint): bigint {
    let value = start
    for (let i = 0; i < MAX_ROUNDS; i += 1) {
      const before = value
      value = next(before)
      if (value - before <= 1n && before - value <= 1n) return value
    }
    if (mustConverge) throw new RangeError('does not converge')
    return value
  }

  return { get, solve }
}

function divide(value: bigint, by: bigint): bigint {
  return fits(value) / fits(by)
}
