import type { Edge } from '../market/market.ts'
import type { BuyQuery } from '../paths/find-cheapest-path.ts'
import type { PathQuery, RouteQuery } from '../paths/find-path.ts'

const PARTS = 20n
const MAX_PATHS = 7
/** Paths kept for each share of the amount. */
const KEPT = 4

interface PathQuote {
  edges: readonly Edge[]
  part: number
  /** What it pays after gas, or less than zero: what it asks. */
  worth: bigint
}

/** Quotes a part of the amount over a path; undefined when a pool refuses. */
type QuotePath = (edges: readonly Edge[], amount: bigint) => bigint | undefined

/**
 * Output after gas of a router that quotes every path at each twentieth of the amount and combines the best of them, no
 * contract twice: the common design, for comparison. Undefined when it cannot sell the whole amount.
 */
export function sellByGrid(query: PathQuery): bigint | undefined {
  return deal(query, query.amountIn, (edges, amount) => payThrough(query, edges, amount))
}

/** Cost of a purchase by the same router, gas included. */
export function buyByGrid(query: BuyQuery): bigint | undefined {
  const worth = deal(query, query.amountOut, (edges, amount) => {
    const asked = askThrough(query, edges, amount)
    return asked === undefined ? undefined : -asked
  })
  return worth === undefined ? undefined : -worth
}

function deal(query: RouteQuery, amount: bigint, quote: QuotePath): bigint | undefined {
  const paths = enumeratePaths(query)
  const byPart = Array.from({ length: Number(PARTS) }, (_, i) => {
    const part = i + 1
    const quotes = paths.flatMap((edges): PathQuote[] => {
      const worth = quote(edges, (amount * BigInt(part)) / PARTS)
      return worth === undefined ? [] : [{ edges, part, worth }]
    })
    return quotes.sort((a, b) => (a.worth < b.worth ? 1 : -1))
  })
  return combine(byPart)
}

interface Partial {
  quotes: readonly PathQuote[]
  left: number
  worth: bigint
}

/** Breadth first over the number of paths; parts never grow, so that no combination is met twice. */
function combine(byPart: readonly (readonly PathQuote[])[]): bigint | undefined {
  let best = byPart.at(-1)?.[0]?.worth
  let open: Partial[] = byPart.flatMap((quotes, i) =>
    quotes.slice(0, KEPT).map((quote) => ({
      quotes: [quote],
      left: Number(PARTS) - (i + 1),
      worth: quote.worth,
    })),
  )
  for (let count = 2; count <= MAX_PATHS; count += 1) {
    const next: Partial[] = []
    for (const { quotes, left, worth } of open) {
      const used = new Set(quotes.flatMap(({ edges }) => edges.map(({ pool }) => pool.address)))
      const last = quotes.at(-1)?.part ?? 0
      for (let part = Math.min(left, last); part >= 1; part -= 1) {
        const quote = byPart[part - 1]?.find(({ edges }) =>
          edges.every(({ pool }) => !used.has(pool.address)),
        )
        if (!quote) continue
        const total = worth + quote.worth
        if (part < left) next.push({ quotes: [...quotes, quote], left: left - part, worth: total })
        else if (best === undefined || total > best) best = total
      }
    }
    open = next.sort((a, b) => (a.worth < b.worth ? 1 : -1)).slice(0, 400)
  }
  return best
}

function enumeratePaths({ tokenIn, tokenOut, via, edges }: RouteQuery): Edge[][] {
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

function payThrough(query: PathQuery, edges: readonly Edge[], amountIn: bigint): bigint | undefined {
  let amount = amountIn
  let gas = 0
  for (const { pool, zeroForOne } of edges) {
    const swap = pool.exactInput(zeroForOne, amount)
    if (!swap) return undefined
    amount = swap.amountOut
    gas += swap.gas
  }
  return amount - query.gasCost(query.tokenOut, gas)
}

function askThrough(query: BuyQuery, edges: readonly Edge[], amountOut: bigint): bigint | undefined {
  let amount = amountOut
  let gas = 0
  for (const { pool, zeroForOne } of edges.toReversed()) {
    const swap = pool.exactOutput(zeroForOne, amount)
    if (!swap) return undefined
    amount = swap.amountIn
    gas += swap.gas
  }
  return amount + query.gasCost(query.tokenIn, gas)
}
