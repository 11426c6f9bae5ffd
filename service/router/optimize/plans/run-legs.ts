import type { PoolSwap } from '../../../modules/core/pool.ts'
import { type RouteStep, type SwapPath, WHOLE_PORTION } from '../../paths/route.ts'
import type { Network, PoolEdge } from '../network/network.ts'
import type { Leg } from '../network/plan.ts'
import type { Side } from '../network/side.ts'

interface Run {
  side: Side
  legs: readonly Leg[]
  /** The amount of the given token. */
  amount: bigint
}

/** `route`: undefined when nothing is left to count, or when an edge refuses its part. */
interface Outcome {
  route?: SwapPath
  refusedBy?: PoolEdge
}

/** Runs legs exact to the wei, as the executor does. */
export function runLegs(network: Network, { side, legs, amount }: Run): Outcome {
  const balances = network.tokens.map(() => 0n)
  balances[side.given] = amount
  const steps: RouteStep[] = []
  const last = new Map<string, PoolSwap>()
  let gas = 0
  for (const { edge, share, rest } of legs) {
    const known = network.edges[edge]
    if (!known) return {}
    const { from, to, pool, zeroForOne, [side.entry]: entry, [side.exit]: exit } = known
    const held = balances[entry] ?? 0n
    const portion = rest === 0 ? WHOLE_PORTION : toPortion(share / (share + rest))
    const part = portion === WHOLE_PORTION ? held : (held * portion) / WHOLE_PORTION
    // Rounds to nothing: the next leg of the token takes it.
    if (part === 0n && rest > 0) continue
    const current = last.get(pool.address)?.after(pool) ?? pool
    const swap = side.swap(current, zeroForOne, part)
    if (!swap) return { refusedBy: known }
    last.set(pool.address, swap)
    balances[entry] = held - part
    balances[exit] = (balances[exit] ?? 0n) + side.left(swap)
    gas += swap.gas
    const [tokenIn = '', tokenOut = ''] = [network.tokens[from], network.tokens[to]]
    steps.push({ pool, zeroForOne, tokenIn, tokenOut, portion, swap })
  }
  const counted = balances[side.counted] ?? 0n
  if (counted === 0n) return {}
  const route: SwapPath =
    side.type === 'SELL'
      ? { type: 'SELL', steps, amountIn: amount, amountOut: counted, gas }
      : { type: 'BUY', steps: steps.toReversed(), amountIn: counted, amountOut: amount, gas }
  return { route }
}

const FINENESS = 2 ** 52

function toPortion(share: number): bigint {
  return (BigInt(Math.round(share * FINENESS)) * WHOLE_PORTION) / BigInt(FINENESS)
}
