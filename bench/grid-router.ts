import type { PathQuery } from '../service/router/find-path.ts'
import type { Edge } from '../service/router/market.ts'

const PARTS = 20n
const MOST_PATHS = 7
/** Paths kept for each share of the amount. */
const KEPT = 4

interface PathQuote {
  edges: readonly Edge[]
  part: number
  amountOut: bigint
}

/**
 * What a router pays that quotes every path at each twentieth of the amount and combines the best of them, no pool
 * twice: the common design, to compare with. 0 when nothing takes the whole amount.
 */
export function routeByGrid(query: PathQuery): bigint {
  const paths = enumeratePaths(query)
  const byPart = Array.from({ length: Number(PARTS) }, (_, i) => {
    const part = i + 1
    const amountIn = (query.amountIn * BigInt(part)) / PARTS
    const quotes = paths.flatMap((edges): PathQuote[] => {
      const amountOut = payThrough(edges, amountIn)
      return amountOut > 0n ? [{ edges, part, amountOut }] : []
    })
    return quotes.sort((a, b) => (a.amountOut < b.amountOut ? 1 : -1))
  })
  return combine(byPart)
}

interface Partial {
  quotes: readonly PathQuote[]
  left: number
  amountOut: bigint
}

/** Breadth first over the number of paths; parts never grow, so that no combination is met twice. */
function combine(byPart: readonly (readonly PathQuote[])[]): bigint {
  let best = byPart.at(-1)?.[0]?.amountOut ?? 0n
  let open: Partial[] = byPart.flatMap((quotes, i) =>
    quotes.slice(0, KEPT).map((quote) => ({
      quotes: [quote],
      left: Number(PARTS) - (i + 1),
      amountOut: quote.amountOut,
    })),
  )
  for (let count = 2; count <= MOST_PATHS; count += 1) {
    const next: Partial[] = []
    for (const { quotes, left, amountOut } of open) {
      const used = new Set(quotes.flatMap(({ edges }) => edges.map(({ pool }) => pool)))
      const last = quotes.at(-1)?.part ?? 0
      for (let part = Math.min(left, last); part >= 1; part -= 1) {
        const quote = byPart[part - 1]?.find(({ edges }) => edges.every(({ pool }) => !used.has(pool)))
        if (!quote) continue
        const total = amountOut + quote.amountOut
        if (part < left) next.push({ quotes: [...quotes, quote], left: left - part, amountOut: total })
        else if (total > best) best = total
      }
    }
    open = next.sort((a, b) => (a.amountOut < b.amountOut ? 1 : -1)).slice(0, 400)
  }
  return best
}

function enumeratePaths({ tokenIn, tokenOut, via, edges }: PathQuery): Edge[][] {
  const between = via.filter((token) => token !== tokenIn && token !== tokenOut)
  const paths: Edge[][] = edges(tokenIn, tokenOut).map((edge) => [edge])
  for (const middle of between) {
    for (const first of edges(tokenIn, middle)) {
      for (const last of edges(middle, tokenOut)) paths.push([first, last])
      for (const other of between) {
        if (other === middle) continue
        for (const second of edges(middle, other)) {
          for (const last of edges(other, tokenOut)) paths.push([first, second, last])
        }
      }
    }
  }
  return paths
}

function payThrough(edges: readonly Edge[], amountIn: bigint): bigint {
  let amount = amountIn
  for (const { pool, zeroForOne } of edges) amount = pool.exactInput(zeroForOne, amount)?.amountOut ?? 0n
  return amount
}
