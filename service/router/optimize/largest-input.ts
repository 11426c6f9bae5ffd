import type { RouteQuery } from '../paths/find-path.ts'
import { tradedNetwork } from './find-split.ts'
import { createNetwork, INPUT, OUTPUT } from './network/network.ts'
import { SALE } from './network/side.ts'
import { solveDual } from './prices/dual.ts'

/** Marginal price of the input in the output; 0 when no path leads there. */
export function spotPrice(query: RouteQuery): number {
  const { edges, tokens } = createNetwork(query)
  return SALE.spotPrices(edges, tokens.length)[INPUT] as number
}

/** The largest part of `amountIn` whose last unit still gets `price`, before gas. */
export function largestInput(
  query: RouteQuery,
  { amountIn, price }: { amountIn: bigint; price: number },
): bigint {
  const network = tradedNetwork(query, { side: SALE, amount: amountIn })
  const prices = SALE.spotPrices(network.edges, network.tokens.length)
  if (!((prices[INPUT] as number) > 0)) return 0n
  prices[INPUT] = price
  const { inputs } = solveDual({
    edges: network.edges,
    numeraire: OUTPUT,
    supply: { token: INPUT, amount: Number(amountIn) },
    prices,
    holdsSupplyPrice: true,
  })
  const taken = network.edges.reduce(
    (sum, { from }, e) => sum + (from === INPUT ? (inputs[e] as number) : 0),
    0,
  )
  if (taken >= Number(amountIn)) return amountIn
  return BigInt(Math.floor(taken))
}
