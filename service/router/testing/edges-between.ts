import type { Pool } from '../../modules/core/pool.ts'
import { createEdge, type Edge } from '../market/market.ts'

/** Returns both directions of the pools by the tokens that they sell and buy. */
export function edgesBetween(pools: readonly Pool[]): (tokenIn: string, tokenOut: string) => readonly Edge[] {
  const edges = new Map<string, Edge[]>()
  for (const pool of pools) {
    const [token0, token1] = pool.tokens
    for (const zeroForOne of [true, false]) {
      const key = zeroForOne ? `${token0} ${token1}` : `${token1} ${token0}`
      edges.set(key, [...(edges.get(key) ?? []), createEdge(pool, zeroForOne)])
    }
  }
  return (tokenIn, tokenOut) => edges.get(`${tokenIn} ${tokenOut}`) ?? []
}
