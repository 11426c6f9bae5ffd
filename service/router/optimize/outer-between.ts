import {
  arrangeColumns,
  type OuterPools,
  type OuterRates,
  type OuterToken,
  type Rate,
} from '../market/outer-columns.ts'

/**
 * The outer tokens that have a pool with each of these two tokens, and those pools: no other outer pools can a route pass
 * that has none between intermediate tokens.
 */
export function outerBetween(outer: OuterPools, ends: readonly [string, string]): OuterPools {
  const [first, second] = ends.map((token) => neighborsOf(outer, token)) as [Uint8Array, Uint8Array]
  const isBetween = (place: number) => first[place] === 1 && second[place] === 1
  const isEnd = (token: string) => token === ends[0] || token === ends[1]
  const kept = new Map<string, OuterToken>()
  for (const [place, token] of outer.tokens.entries()) {
    // The ends too, so that pools with them are links where they are no intermediate tokens.
    if (isEnd(token)) kept.set(token, { toIntermediates: [], toOthers: linksOf(outer, place, isBetween) })
    else if (isBetween(place))
      kept.set(token, {
        toIntermediates: ratesOf(outer, place, isEnd),
        toOthers: linksOf(outer, place, (other) => isEnd(outer.tokens[other] as string)),
      })
  }
  return arrangeColumns(kept, outer.intermediates).outer
}

/** By the place of an outer token: 1 where a pool trades it for this one. */
function neighborsOf(
  { intermediates, tokens, starts, intermediate, links, placeOf }: OuterPools,
  token: string,
): Uint8Array {
  const isNeighbor = new Uint8Array(tokens.length)
  const at = intermediates.indexOf(token)
  for (let place = 0; at >= 0 && place < tokens.length; place += 1) {
    for (let i = starts[place] as number; i < (starts[place + 1] as number); i += 1) {
      if (intermediate[i] === at) isNeighbor[place] = 1
    }
  }
  const own = placeOf(token)
  if (own < 0) return isNeighbor
  for (const i of links.at.subarray(links.starts[own], links.starts[own + 1])) {
    const [one, other] = [links.tokens[i] as number, links.others[i] as number]
    isNeighbor[one === own ? other : one] = 1
  }
  return isNeighbor
}

function ratesOf(
  { intermediates, starts, intermediate, rates }: OuterPools,
  place: number,
  isKept: (other: string) => boolean,
): Rate[] {
  const found: Rate[] = []
  for (let i = starts[place] as number; i < (starts[place + 1] as number); i += 1) {
    const other = intermediates[intermediate[i] as number] as string
    if (isKept(other)) found.push(rateAt(rates, i, other))
  }
  return found
}

/** The rates of a token in pools with other outer tokens. A pool is listed at one of its tokens only. */
function linksOf({ tokens, links }: OuterPools, place: number, isKept: (other: number) => boolean): Rate[] {
  const own = links.at.subarray(links.starts[place], links.starts[place + 1])
  return Array.from(own)
    .filter((i) => links.tokens[i] === place && isKept(links.others[i] as number))
    .map((i) => rateAt(links.rates, i, tokens[links.others[i] as number] as string))
}

function rateAt({ pools, bid, ask, depth, isExact }: OuterRates, i: number, other: string): Rate {
  return {
    pool: pools[i] as Rate['pool'],
    other,
    bid: bid[i] as number,
    ask: ask[i] as number,
    depth: depth[i] as number,
    isExact: isExact[i] === 1,
  }
}
