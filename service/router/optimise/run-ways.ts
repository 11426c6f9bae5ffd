import { type BuyPath, type Route, type RouteStep, WHOLE_PORTION } from '../route.ts'
import type { Network } from './network.ts'
import type { Way } from './ways.ts'

const FINENESS = 2 ** 52
/** Ways that buy less than this share are not worth their gas. */
const LEAST_SHARE = 1e-6

/** Buys an amount by several ways, to the wei, as the executor will; undefined when a pool has not its part. */
export function runWays(
  network: Network,
  { ways, shares }: { ways: readonly Way[]; shares: readonly number[] },
  amountOut: bigint,
): Route | undefined {
  const parts = ways
    .map((way, i) => ({ way, share: shares[i] ?? 0 }))
    .filter(({ share }) => share > LEAST_SHARE)
    .sort((a, b) => a.share - b.share)
  const paths: BuyPath[] = []
  let rest = amountOut
  for (const [i, { way, share }] of parts.entries()) {
    // The largest takes what the roundings of the others leave.
    const part =
      i === parts.length - 1 ? rest : (amountOut * BigInt(Math.round(share * FINENESS))) / BigInt(FINENESS)
    if (part <= 0n) continue
    const steps = buyBack(network, way, part)
    if (!steps) return undefined
    rest -= part
    paths.unshift({ amountOut: part, steps })
  }
  if (rest !== 0n || paths.length === 0) return undefined
  const steps = paths.flatMap((path) => path.steps)
  return {
    steps,
    paths,
    amountIn: paths.reduce((sum, path) => sum + (path.steps[0]?.swap.amountIn ?? 0n), 0n),
    amountOut,
    gas: steps.reduce((sum, { swap }) => sum + swap.gas, 0),
  }
}

function buyBack(network: Network, way: Way, amountOut: bigint): RouteStep[] | undefined {
  const steps: RouteStep[] = []
  let wanted = amountOut
  for (const e of way.toReversed()) {
    const edge = network.edges[e]
    const swap = edge?.pool.exactOutput(edge.zeroForOne, wanted)
    if (!edge || !swap) return undefined
    const { pool, zeroForOne, from, to } = edge
    steps.unshift({
      pool,
      zeroForOne,
      tokenIn: network.tokens[from] ?? '',
      tokenOut: network.tokens[to] ?? '',
      portion: WHOLE_PORTION,
      swap,
    })
    wanted = swap.amountIn
  }
  return steps
}
