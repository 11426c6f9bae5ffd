import type { Hop } from '../network/network.ts'

/**
 * Pools outside the network, as a graph of the tokens of the network, which come first, and outer
 * tokens, weighted by the minimum loss of a route. Outer tokens with small losses are separate
 * nodes, and the others share one.
 */
export interface OuterEdges {
  hops: readonly Hop[]
  losses: readonly number[]
  /** Number of tokens in the graph. */
  tokens: number
  /** A route that passes one of the pools leads to `from`, and on from `to`. */
  through: Hop
}

/** Maximum number of separate outer tokens, because more cost time and add little. */
const MAX_APART = 24
/** Places in the graph, after the tokens of the network. */
const [ENTERED, LEFT, OTHERS, DIRECT, APART] = [0, 1, 2, 3, 4]
const NEVER = Number.POSITIVE_INFINITY

export interface OuterEdgesBuilder {
  /**
   * One direction of a pool. A token of the network is given by its index, and outer token n by `-1
   * - n`.
   */
  add(sold: number, bought: number, loss: number): void
  build(): OuterEdges
}

/** `inner`: tokens of the network. `outer`: other tokens. `most`: pools, each one way, at most. */
export function buildOuterEdges(inner: number, outer: number, most: number): OuterEdgesBuilder {
  // In typed arrays: there may be a hundred thousand.
  const sold = new Int32Array(most)
  const bought = new Int32Array(most)
  const losses = new Float64Array(most)
  let count = 0

  /**
   * Returns the minimum loss of a route through each outer token. Infinity if no route passes it.
   */
  function lossesOfTokens(): Float64Array {
    const into = new Float64Array(outer).fill(NEVER)
    const outOf = new Float64Array(outer).fill(NEVER)
    for (let i = 0; i < count; i += 1) {
      const loss = losses[i] as number
      const from = -1 - (sold[i] as number)
      const to = -1 - (bought[i] as number)
      if (from >= 0 && loss < (outOf[from] as number)) outOf[from] = loss
      if (to >= 0 && loss < (into[to] as number)) into[to] = loss
    }
    for (let token = 0; token < outer; token += 1)
      into[token] = (into[token] as number) + (outOf[token] as number)
    return into
  }

  /** Returns the index of each outer token in the graph, or -1 if no route passes it. */
  function findPlaces(): Int32Array {
    const least = lossesOfTokens()
    const places = new Int32Array(outer)
    for (let token = 0; token < outer; token += 1)
      places[token] = least[token] === NEVER ? -1 : inner + OTHERS
    for (const [n, token] of leastOf(least, MAX_APART).entries()) places[token] = inner + APART + n
    return places
  }

  return {
    add(from, to, loss) {
      sold[count] = from
      bought[count] = to
      losses[count] = loss
      count += 1
    },

    build() {
      const places = findPlaces()
      const tokens = inner + APART + MAX_APART
      const least = new Float64Array(tokens * tokens).fill(NEVER)
      const lower = (from: number, to: number, loss: number) => {
        const at = from * tokens + to
        if (from !== to && loss < (least[at] as number)) least[at] = loss
      }
      const placeOf = (token: number) => (token >= 0 ? token : (places[-1 - token] as number))
      for (let i = 0; i < count; i += 1) {
        const loss = losses[i] as number
        const from = placeOf(sold[i] as number)
        const to = placeOf(bought[i] as number)
        if (from < 0 || to < 0) continue
        if (from >= inner || to >= inner) {
          lower(from, to, loss)
          continue
        }
        // Between two tokens of the network: half of the loss on either side of a token that stands for the pool.
        lower(from, inner + DIRECT, loss / 2)
        lower(inner + DIRECT, to, loss / 2)
      }
      for (let place = inner + OTHERS; place < tokens; place += 1) {
        lower(place, inner + ENTERED, 0)
        lower(inner + LEFT, place, 0)
      }
      const hops: Hop[] = []
      const found: number[] = []
      for (let at = 0; at < least.length; at += 1) {
        const loss = least[at] as number
        if (loss === NEVER) continue
        hops.push({ from: Math.floor(at / tokens), to: at % tokens })
        found.push(loss)
      }
      return { hops, losses: found, tokens, through: { from: inner + ENTERED, to: inner + LEFT } }
    },
  }
}

/** The places of the smallest values below infinity, the smallest first, at most so many. */
export function leastOf(values: Float64Array, count: number): number[] {
  const found: number[] = []
  let most = NEVER
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number
    if (!(value < most)) continue
    let at = found.length
    while (at > 0 && (values[found[at - 1] as number] as number) > value) at -= 1
    found.splice(at, 0, i)
    if (found.length > count) found.pop()
    if (found.length === count) most = values[found[count - 1] as number] as number
  }
  return found
}
