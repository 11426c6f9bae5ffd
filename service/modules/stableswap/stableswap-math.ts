/** What a pool of StableSwap trades by. Balances and amounts are base units of each coin. */
export interface StableswapState {
  balances: readonly bigint[]
  /** As the contract names it: it counts once for each coin. */
  amplification: bigint
  /** Of FEE_UNIT, taken from the output. */
  fee: bigint
  /** Share of the fee that leaves the pool's balances, of FEE_UNIT. */
  adminFee: bigint
}

/** The indexes of what is sold and of what is bought. */
export interface Places {
  from: number
  to: number
}

/** Factors that scale each coin to 18 decimals. */
type Scales = readonly bigint[]

export const FEE_UNIT = 10n ** 10n
const MAX_WORD = 2n ** 256n - 1n
/** Where the contract stops, converged or not. */
const MAX_ROUNDS = 255
const ONE = 10n ** 18n
/** A trade leaves at least this part of what is bought: beyond it, a unit costs so much that rounding decides. */
export const LEFT = 16n

/** Thrown where the contract would revert. */
class Overflow extends Error {}

/** A pool in one state, with the amounts by its contract's own arithmetic, rounded as there. */
export function createStableswap(scales: Scales, state: StableswapState) {
  const { balances, fee, adminFee } = state
  const count = BigInt(scales.length)
  const ann = state.amplification * count
  const scaled = balances.map((balance, i) => balance * at(scales, i))
  let invariant: bigint | undefined

  function getInvariant(): bigint {
    invariant ??= solveInvariant(scaled, ann)
    return invariant
  }

  /** How much of `to` goes with `x` of `from`, both scaled. */
  function solve({ from, to }: Places, x: bigint): bigint {
    const whole = getInvariant()
    over(x * ONE, 1n)
    let c = whole
    let sum = 0n
    for (const [k, own] of scaled.entries()) {
      if (k === to) continue
      const held = k === from ? x : own
      sum += held
      c = over(c * whole, held * count)
    }
    c = over(c * whole, ann * count)
    const b = sum + whole / ann
    return converge(whole, (y) => over(y * y + c, 2n * y + b - whole))
  }

  /** Undefined where the contract reverts, or would be left with too little. */
  function sell(places: Places, amountIn: bigint): { amountOut: bigint; after: StableswapState } | undefined {
    return unlessOverflow(() => {
      const { from, to } = places
      const y = solve(places, at(scaled, from) + amountIn * at(scales, from))
      const bought = at(scaled, to) - y
      if (bought < 0n || y * LEFT < at(scaled, to)) return undefined
      const taken = (bought * fee) / FEE_UNIT
      const left = (y + taken - (taken * adminFee) / FEE_UNIT) / at(scales, to)
      const next = balances.map((balance, k) => (k === from ? balance + amountIn : k === to ? left : balance))
      return { amountOut: (bought - taken) / at(scales, to), after: { ...state, balances: next } }
    })
  }

  /** The least input that brings at least this much; undefined when there is none. */
  function buy(places: Places, amountOut: bigint): bigint | undefined {
    return unlessOverflow(() => {
      const { from, to } = places
      // The least that, less its fee, is enough.
      const bought = ((amountOut * at(scales, to) - 1n) * FEE_UNIT) / (FEE_UNIT - fee) + 1n
      const left = at(scaled, to) - bought
      if (left * LEFT < at(scaled, to)) return undefined
      const isEnough = (amountIn: bigint) =>
        solve(places, at(scaled, from) + amountIn * at(scales, from)) <= left
      const gap = solve({ from: to, to: from }, left) - at(scaled, from)
      let amountIn = gap > 0n ? (gap - 1n) / at(scales, from) + 1n : 1n
      // From where Newton's method ended, by steps that double, as the executor goes.
      let step = 1n
      for (; !isEnough(amountIn); step *= 2n) amountIn += step
      for (step = 1n; amountIn > step && isEnough(amountIn - step); step *= 2n) amountIn -= step
      for (step /= 2n; step > 0n; step /= 2n) {
        if (amountIn > step && isEnough(amountIn - step)) amountIn -= step
      }
      return amountIn
    })
  }

  /** What the contract's `get_dy` answers: rounded before the fee, so that it may say one unit more than it gives. */
  function preview(places: Places, amountIn: bigint): bigint | undefined {
    return unlessOverflow(() => {
      const { from, to } = places
      const bought = at(scaled, to) - solve(places, at(scaled, from) + amountIn * at(scales, from))
      if (bought < 0n) return undefined
      const answer = bought / at(scales, to)
      return answer - (fee * answer) / FEE_UNIT
    })
  }

  return { scaled, getInvariant: () => unlessOverflow(getInvariant), sell, buy, preview }
}

function solveInvariant(scaled: readonly bigint[], ann: bigint): bigint {
  const count = BigInt(scaled.length)
  const sum = scaled.reduce((all, each) => all + each, 0n)
  return converge(sum, (whole) => {
    const product = scaled.reduce((made, each) => over(made * whole, each * count + 1n), whole)
    return over((ann * sum + product * count) * whole, (ann - 1n) * whole + (count + 1n) * product)
  })
}

/** Newton's method until two rounds are a unit apart. */
function converge(start: bigint, next: (value: bigint) => bigint): bigint {
  let value = start
  for (let i = 0; i < MAX_ROUNDS; i += 1) {
    const before = value
    value = next(before)
    if (value - before <= 1n && before - value <= 1n) break
  }
  return value
}

function over(value: bigint, by: bigint): bigint {
  if (value > MAX_WORD || by <= 0n) throw new Overflow()
  return value / by
}

function unlessOverflow<Result>(compute: () => Result): Result | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof Overflow) return undefined
    throw error
  }
}

function at(values: readonly bigint[], index: number): bigint {
  return values[index] ?? 0n
}
