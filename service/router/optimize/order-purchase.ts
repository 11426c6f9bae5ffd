import { INPUT, type Network, OUTPUT } from './network.ts'
import type { Leg } from './plan.ts'

/**
 * The legs of a purchase that trades several pairs of a contract, in an order in which the executor can buy: it asks a pool
 * for its price, has the legs after it buy that, and pays. In between the contract must not trade, or the price would be
 * another one. Undefined where no order was found.
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
  /** Buys a token for a leg before others that need it where the contract trades again later, and then anew for those. */
  buysAgain: boolean
  maxLegs: number
}

/** What a leg costs is bought at once, unless others after it need the same token. */
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
  /** What its price depends on. */
  contract: string
  from: Token
  to: Token
  /** Whether it buys all that is needed at that point. */
  isLast: boolean
}

/** Goes through the steps as the executor does: whether it gets from the output to the input, and at the prices that it asked for. */
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
