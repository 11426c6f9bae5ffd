import type { Edge } from '../market.ts'
import { INPUT, type Network, OUTPUT, type PoolEdge } from './network.ts'

/** The network with the pools that no route of ours passes, for a bound that holds of any route. */
export function widenNetwork({ tokens, edges }: Network, outer: readonly Edge[]): Network {
  const known = new Map(tokens.map((token, i) => [token, i]))
  const inner = tokens.length
  const all = [...tokens]
  const indexOf = (token: string): number => {
    const index = known.get(token) ?? all.push(token) - 1
    known.set(token, index)
    return index
  }
  const added = outer.flatMap(({ pool, zeroForOne }): PoolEdge[] => {
    const [from, to] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
    const edge = { from: indexOf(from), to: indexOf(to) }
    const isInner = edge.from < inner && edge.to < inner
    const curve = isInner || edge.from === OUTPUT || edge.to === INPUT ? undefined : pool.curve(zeroForOne)
    return curve ? [{ ...edge, curve, pool, zeroForOne }] : []
  })
  return added.length === 0 ? { tokens, edges } : { tokens: all, edges: [...edges, ...added] }
}
