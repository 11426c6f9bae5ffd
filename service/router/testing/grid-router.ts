import type { Edge } from '../market/market.ts'
import type { BuyQuery } from '../paths/find-cheapest-path.ts'
import type { PathQuery, RouteQuery } from '../paths/find-path.ts'

const PARTS = 20n
const MAX_PATHS = 7
/** The number of paths per share of the amount. */
const KEPT = 4

interface PathQuote {
  edges: readonly Edge[]
  part: number
  /** The output of a sale after gas, or minus the cost of a purchase. */
  worth: bigint
}

/** Quotes a part of the amount over a path. Returns undefined if a pool rejects it. */
type QuotePath = (edges: readonly Edge[], amount: bigint) => bigint | undefined

/**
 * Returns the output after gas of a common router design, for comparison: it quotes every path for
 * each twentieth of the amount and combines the best without a repeated contract. Returns undefined
 * if it cannot sell the whole amount.
 */
export function sellByGrid(query: PathQuery): bigint | undefined {
  return deal(query, query.amountIn, (edges, amount) => quoteSale(query, edges, amount))
}

/** Returns the cost of a purchase including gas with the same design. */
export function buyByGrid(query: BuyQuery): bigint | undefined {
  const worth = deal(query, query.amountOut, (edges, amount) => {
    const cost = quotePurchase(query, edges, amount)
    return cost === undefined ? undefined : -cost
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

/**
 * Searches breadth-first by the number of paths. Parts never grow, so no combination occurs twice.
 */
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

function quoteSale(query: PathQuery, edges: readonly Edge[], amountIn: bigint): bigint | undefined {
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

function quotePurchase(query: BuyQuery, edges: readonly Edge[], amountOut: bigint): bigint | undefined {
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
