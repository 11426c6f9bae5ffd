import { INPUT, type Network, OUTPUT } from '../network/network.ts'
import type { Leg } from '../network/plan.ts'

/**
 * Orders the legs of a purchase that trades several pairs of one contract so that the executor can
 * buy: it reads the price of a pool, lets the later legs buy that amount, and pays. In between the
 * contract must not trade, because its price would change. Returns `undefined` without such an
 * order.
 */
export function orderPurchase(
  network: Network,
  legs: readonly Leg[],
  maxLegs: number,
): readonly Leg[] | undefined {
  // Buying a token once for all who need it takes less gas.
  return [false, true]
    .map((buysAgain) => payEarly(network, legs, { buysAgain, maxLegs }))
    .find((ordered) => ordered.length <= maxLegs && canPay(toSteps(network, ordered), INPUT))
}

function toSteps({ edges }: Network, legs: readonly Leg[]): PurchaseStep<number>[] {
  return legs.flatMap(({ edge, rest }) => {
    const { from, to, pool } = edges[edge] ?? {}
    return from === undefined || to === undefined || !pool
      ? []
      : [{ contract: pool.address, from, to, isLast: rest === 0 }]
  })
}

interface Ordering {
  /**
   * Buys a token for one leg before the legs that need it if the contract trades again later, and
   * buys it again for those legs.
   */
  buysAgain: boolean
  maxLegs: number
}

/** Buys the cost of a leg immediately, unless later legs need the same token. */
function payEarly({ edges }: Network, legs: readonly Leg[], { buysAgain, maxLegs }: Ordering): Leg[] {
  const waiting = [...legs]
  const ordered: Leg[] = []
  function buy(token: number, isPaidNow: boolean): void {
    for (const leg of legs) {
      const { from = INPUT, to, pool } = edges[leg.edge] ?? {}
      if (to !== token || ordered.length > maxLegs) continue
      if (waiting.includes(leg)) waiting.splice(waiting.indexOf(leg), 1)
      ordered.push(leg)
      if (from === INPUT) continue
      const later = waiting.flatMap(({ edge }) => edges[edge] ?? [])
      const isLast = !later.some((other) => other.from === from)
      const tradesAgain = later.some((other) => other.pool.address === pool?.address)
      const isDue = isPaidNow || (buysAgain && tradesAgain)
      if (isLast || isDue) buy(from, isDue)
    }
  }
  buy(OUTPUT, false)
  return ordered
}

/** A step of a purchase, from its output on. */
export interface PurchaseStep<Token> {
  /** The contract on which the price depends. */
  contract: string
  from: Token
  to: Token
  /** True if it buys the whole amount needed at that point. */
  isLast: boolean
}

/**
 * Runs the steps as the executor does and returns true if they lead from the output to the input at
 * the prices that were read.
 */
export function canPay<Token>(steps: readonly PurchaseStep<Token>[], input: Token): boolean {
  const needed = new Set<Token>()
  const asked = new Set<string>()
  let next = 0
  function buyNext(): boolean {
    const step = steps[next]
    next += 1
    if (!step || asked.has(step.contract)) return false
    if (step.isLast) needed.delete(step.to)
    if (step.from === input) return true
    asked.add(step.contract)
    needed.add(step.from)
    while (needed.has(step.from)) {
      if (!buyNext()) return false
    }
    asked.delete(step.contract)
    return true
  }
  while (next < steps.length) {
    if (!buyNext()) return false
  }
  return true
}
