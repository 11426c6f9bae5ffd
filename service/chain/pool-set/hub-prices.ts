import type { Pool } from '../../modules/core/pool.ts'
import { getDepth, toOffer } from '../../modules/core/pool-offer.ts'

/**
 * Estimates the prices of hub tokens in the reference token, in base units of both. Starts at the
 * reference token and repeatedly picks the deepest pool between a priced and an unpriced hub. The
 * prices are rough and only rank pools.
 */
export function getHubPrices(reference: string, pools: Iterable<Pool>): Map<string, number> {
  const prices = new Map([[reference, 1]])
  const left = [...pools].filter(({ isHealthy }) => isHealthy)
  for (;;) {
    let best: { token: string; price: number; depth: number } | undefined
    for (const pool of left) {
      const side = prices.has(pool.tokens[0]) ? 1 : 0
      const [token, known] = [pool.tokens[side], pool.tokens[1 - side]]
      const other = known && prices.get(known)
      if (other === undefined || prices.has(token)) continue
      const offer = toOffer(pool, side)
      if (!offer) continue
      const price = offer.price * other
      const depth = getDepth(pool, offer, { own: price, other })
      if (depth > (best?.depth ?? 0)) best = { token, price, depth }
    }
    if (!best) return prices
    prices.set(best.token, best.price)
  }
}
