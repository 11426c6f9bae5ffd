import { type Route, type RouteStep, WHOLE_PORTION } from '../route.ts'
import type { Network } from './network.ts'
import { INPUT, OUTPUT } from './network.ts'
import type { Leg } from './plan.ts'

/** Runs legs to the wei, as the executor will; undefined when a pool would not take its part. */
export function runLegs(network: Network, legs: readonly Leg[], amountIn: bigint): Route | undefined {
  const balances = network.tokens.map(() => 0n)
  balances[INPUT] = amountIn
  const steps: RouteStep[] = []
  let gas = 0
  for (const [i, { edge, share }] of legs.entries()) {
    const known = network.edges[edge]
    if (!known) return undefined
    const { from, to, pool, zeroForOne } = known
    const rest = restOf(network, legs.slice(i + 1), from)
    const held = balances[from] ?? 0n
    const portion = rest === 0 ? WHOLE_PORTION : portionOf(share / (share + rest))
    const amount = portion === WHOLE_PORTION ? held : (held * portion) / WHOLE_PORTION
    // Too little to be worth a swap: the next leg of the token takes it along.
    if (amount === 0n && rest > 0) continue
    const swap = pool.exactInput(zeroForOne, amount)
    if (!swap) return undefined
    balances[from] = held - amount
    balances[to] = (balances[to] ?? 0n) + swap.amountOut
    gas += swap.gas
    steps.push({
      pool,
      zeroForOne,
      tokenIn: network.tokens[from] ?? '',
      tokenOut: network.tokens[to] ?? '',
      portion,
      swap,
    })
  }
  const amountOut = balances[OUTPUT] ?? 0n
  return amountOut > 0n ? { steps, amountIn, amountOut, gas } : undefined
}

/** What the later legs of a token will take of it. */
function restOf({ edges }: Network, later: readonly Leg[], token: number): number {
  let rest = 0
  for (const { edge, share } of later) {
    if (edges[edge]?.from !== token) break
    rest += share
  }
  return rest
}

const FINENESS = 2 ** 52

function portionOf(share: number): bigint {
  return (BigInt(Math.round(share * FINENESS)) * WHOLE_PORTION) / BigInt(FINENESS)
}
