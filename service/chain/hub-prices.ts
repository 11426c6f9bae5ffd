import type { Pool } from '../modules/core/pool.ts'

/**
 * Prices of hub tokens in the reference token, in base units of both: spread from the reference token over the deepest pool
 * between a priced and an unpriced hub. Rough: it only ranks pools.
 */
export function getHubPrices(reference: string, pools: Iterable<Pool>): Map<string, number> {
  const prices = new Map([[reference, 1]])
  const left = [...pools].filter(({ isHealthy }) => isHealthy)
  for (;;) {
    let best: { token: string; price: number; depth: number } | undefined
    for (const { tokens, depth, spot } of left) {
      const side = prices.has(tokens[0]) ? 0 : 1
      const [known, token] = [tokens[side], tokens[1 - side]]
      const price = prices.get(known)
      if (price === undefined || token === undefined || prices.has(token)) continue
      const ratio = Number(spot.numerator) / Number(spot.denominator)
      const own = price * (side === 0 ? 1 / ratio : ratio)
      const value = Number(depth[side]) * price
      if (Number.isFinite(own) && own > 0 && (!best || value > best.depth))
        best = { token, price: own, depth: value }
    }
    if (!best) return prices
    prices.set(best.token, best.price)
  }
}
