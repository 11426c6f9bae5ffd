import type { Curve } from '../../../modules/core/curve.ts'
import type { Pool } from '../../../modules/core/pool.ts'
import type { Edge } from '../../market/market.ts'
import type { RouteQuery } from '../../paths/find-path.ts'

/** One direction of one pool. Tokens are referenced by index. */
export interface NetworkEdge {
  from: number
  to: number
  curve: Curve
}

/** From token to token. */
export type Hop = Pick<NetworkEdge, 'from' | 'to'>

/** An edge with its pool, so that it can be executed. */
export interface PoolEdge extends NetworkEdge {
  pool: Pool
  zeroForOne: boolean
}

/** The input of a search for splits: every pool between the tokens a route may hold. */
export interface Network {
  /** Lower case. The input is the first, the output the second. */
  tokens: readonly string[]
  edges: readonly PoolEdge[]
}

export const INPUT = 0
export const OUTPUT = 1

type NetworkQuery = Pick<RouteQuery, 'tokenIn' | 'tokenOut' | 'via' | 'edges' | 'stepDataGas'>

/** `usable`: the part of its curve that the trade can use. Default: all. */
export function createNetwork(query: NetworkQuery, usable = ({ curve }: Edge) => curve): Network {
  const { tokenIn, tokenOut, via, edges, stepDataGas = 0 } = query
  const tokens = [...new Set([tokenIn, tokenOut, ...via])]
  const found: PoolEdge[] = []
  for (const [from, sold] of tokens.entries()) {
    // The output goes to the settlement and is never sold again.
    if (from === OUTPUT) continue
    for (const [to, bought] of tokens.entries()) {
      if (to === from || to === INPUT) continue
      for (const edge of edges(sold, bought)) {
        const { pool, zeroForOne } = edge
        const curve = usable(edge)
        if (curve) found.push({ from, to, curve: withDataGas(curve, stepDataGas), pool, zeroForOne })
      }
    }
  }
  return { tokens, edges: found }
}

function withDataGas(curve: Curve, gas: number): Curve {
  return gas === 0 ? curve : { ...curve, gas: curve.gas + gas }
}
