import { getCurve } from '../../../modules/core/curve.ts'
import type { OuterQuery } from '../../paths/find-path.ts'
import { INPUT, type Network, OUTPUT, type PoolEdge } from '../network/network.ts'
import { settlePrices } from '../prices/settle-prices.ts'
import { outerGains, type PoolsLeftOut } from './outer-gains.ts'
import { reachTokens } from './reach-tokens.ts'

export interface WideNetwork extends Network {
  prices: Float64Array
  /** The omitted pools, at prices of all tokens. Undefined if no pool is omitted. */
  leftAt: ((prices: Float64Array) => PoolsLeftOut) | undefined
}

/**
 * The network plus the outer pools with the largest gains at these prices, the gains of the other
 * outer pools for a bound of any route, and prices for all of its tokens.
 */
export function widenNetwork(
  { tokens, edges }: Network,
  { outer, prices, gasPrice }: { outer: OuterQuery | undefined; prices: Float64Array; gasPrice: number },
): WideNetwork {
  if (!outer || outer.pools.tokens.length === 0) return { tokens, edges, prices, leftAt: undefined }
  // Without a price if a token leads to the output only through the input, or is reached only by outer pools.
  const inside = prices.includes(0) ? reachTokens(outer.pools, { tokens, edges, prices, gasPrice }) : prices
  const { pools, pinned, others, othersAt } = outerGains(outer.pools, {
    tokens,
    prices: inside,
    gasPrice,
    isUsable: outer.isUsable,
  })
  const known = new Map(tokens.map((token, i) => [token, i]))
  const inner = tokens.length
  const all = [...tokens]
  const indexOf = (token: string): number => {
    const index = known.get(token) ?? all.push(token) - 1
    known.set(token, index)
    return index
  }
  function getDirection(pool: PoolEdge['pool'], zeroForOne: boolean): PoolEdge[] {
    const [sold, bought] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
    const [from, to] = [indexOf(sold), indexOf(bought)]
    const isInner = from < inner && to < inner
    const curve = isInner || from === OUTPUT || to === INPUT ? undefined : getCurve(pool, zeroForOne)
    return curve ? [{ from, to, curve, pool, zeroForOne }] : []
  }
  const added = pools.flatMap((pool) => [...getDirection(pool, true), ...getDirection(pool, false)])
  const start = Float64Array.from(all, (token, i) => inside[i] ?? pinned.get(token) ?? 0)
  const wide = [...edges, ...added]
  const settled =
    added.length > 0 ? settlePrices(wide, { known: start, tokens: all.length, gasPrice }) : start
  return {
    tokens: all,
    edges: wide,
    prices: settled,
    leftAt: (at) => (at === settled ? others(all) : othersAt({ tokens: all, prices: at })),
  }
}
