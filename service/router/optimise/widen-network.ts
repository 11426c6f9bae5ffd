import type { Pool } from '../../modules/pool.ts'
import { INPUT, type Network, OUTPUT, type PoolEdge } from './network.ts'

/** The network with the pools that no route of ours passes, for a bound that holds of any route. */
export function widenNetwork({ tokens, edges }: Network, outer: readonly Pool[]): Network {
  const known = new Map(tokens.map((token, i) => [token, i]))
  const inner = tokens.length
  const all = [...tokens]
  const indexOf = (token: string): number => {
    const index = known.get(token) ?? all.push(token) - 1
    known.set(token, index)
    return index
  }
  function directionOf(pool: Pool, zeroForOne: boolean): PoolEdge[] {
    const [sold, bought] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
    const [from, to] = [indexOf(sold), indexOf(bought)]
    const isInner = from < inner && to < inner
    const curve = isInner || from === OUTPUT || to === INPUT ? undefined : pool.curve(zeroForOne)
    return curve ? [{ from, to, curve, pool, zeroForOne }] : []
  }
  const added = outer.flatMap((pool) => [...directionOf(pool, true), ...directionOf(pool, false)])
  return added.length === 0 ? { tokens, edges } : { tokens: all, edges: [...edges, ...added] }
}
