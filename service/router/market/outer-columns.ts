import type { Pool } from '../../modules/core/pool.ts'

/**
 * Tokens that routes could pass in addition to their intermediate tokens: every token with at
 * least two pools, since a token with a single pool leads nowhere. Uses typed arrays, because each search
 * reads all of up to a hundred thousand pools.
 */
export interface OuterPools {
  /** The intermediate tokens of routes: base tokens and wrappers, in lower case. */
  intermediates: readonly string[]
  tokens: readonly string[]
  /** The rates of the n-th token with intermediate tokens are those from `starts[n]` to `starts[n + 1]`. */
  starts: Uint32Array
  rates: OuterRates
  /** The index of the intermediate token of each rate. */
  intermediate: Uint16Array
  links: OuterLinks
  /** Index of a token; -1 when it is not an outer token. */
  placeOf(token: string): number
}

/** Pools between two outer tokens. */
export interface OuterLinks {
  /** The rate of a token, by its index, in another one. */
  rates: OuterRates
  tokens: Uint32Array
  others: Uint32Array
  /** The links of token n are `at[starts[n]]` to `at[starts[n + 1] - 1]`. */
  starts: Uint32Array
  at: Uint32Array
  /** The tokens that have links, by address. */
  ends: Uint32Array
}

/** Rates of a token in its pools, in base units of the other token. */
export interface OuterRates {
  pools: readonly Pool[]
  /** Maximum received for, and minimum paid for, a base unit of the token. */
  bid: Float64Array
  ask: Float64Array
  /**
   * Depth in the other token of a constant product pool that never pays less. Infinity without such
   * a pool.
   */
  depth: Float64Array
  /** 1: the constant product pool pays the same. */
  isExact: Uint8Array
  gas: Float64Array
  /** The logarithm of the mid price, computed once for all searches. */
  logMid: Float64Array
  /** The square root of gas over depth, computed once for all searches. */
  rootOfGas: Float64Array
  /** The fourth root of the price quotient of both directions, computed once for all searches. */
  rootOfSpread: Float64Array
}

/** The rate of a token in one pool. */
export interface Rate {
  pool: Pool
  other: string
  bid: number
  ask: number
  depth: number
  isExact: boolean
}

export interface OuterToken {
  toIntermediates: readonly Rate[]
  toOthers: readonly Rate[]
}

/** The columns, and the index of each link. */
export interface Layout {
  outer: OuterPools
  linkAt: ReadonlyMap<string, number>
}

export function arrangeColumns(
  all: ReadonlyMap<string, OuterToken>,
  intermediates: readonly string[],
): Layout {
  const tokens = [...all.keys()]
  const places = new Map(tokens.map((token, place) => [token, place]))
  const placeOfIntermediate = new Map(intermediates.map((token, place) => [token, place]))
  const rates = [...all.values()].flatMap(({ toIntermediates }) => toIntermediates)
  const links = getLinks(all, places)
  const starts = new Uint32Array(tokens.length + 1)
  let place = 0
  for (const { toIntermediates } of all.values()) {
    starts[place + 1] = (starts[place] as number) + toIntermediates.length
    place += 1
  }
  const outer: OuterPools = {
    intermediates,
    tokens,
    starts,
    rates: inColumns(rates),
    intermediate: Uint16Array.from(rates, ({ other }) => placeOfIntermediate.get(other) ?? 0),
    links: arrangeLinks(links, places),
    placeOf: (token) => places.get(token) ?? -1,
  }
  return { outer, linkAt: new Map(links.map(({ token, rate }, at) => [linkKey(token, rate), at])) }
}

function arrangeLinks(
  links: readonly { token: string; rate: Rate }[],
  places: ReadonlyMap<string, number>,
): OuterLinks {
  const tokens = Uint32Array.from(links, ({ token }) => places.get(token) ?? 0)
  const others = Uint32Array.from(links, ({ rate }) => places.get(rate.other) ?? 0)
  const byToken = Array.from(places, (): number[] => [])
  for (const ends of [tokens, others]) for (const [link, token] of ends.entries()) byToken[token]?.push(link)
  const starts = new Uint32Array(byToken.length + 1)
  for (const [token, own] of byToken.entries()) starts[token + 1] = (starts[token] as number) + own.length
  const rates = inColumns(links.map(({ rate }) => rate))
  const ends = [...places].filter(([, token]) => byToken[token]?.length).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    rates,
    tokens,
    others,
    starts,
    at: Uint32Array.from(byToken.flatMap((own) => own.sort((a, b) => byAddress(rates.pools, a, b)))),
    ends: Uint32Array.from(ends, ([, token]) => token),
  }
}

function byAddress(pools: readonly Pool[], a: number, b: number): number {
  return (pools[a]?.address ?? '') < (pools[b]?.address ?? '') ? -1 : 1
}

function inColumns(rates: readonly Rate[]): OuterRates {
  const columns = {
    pools: rates.map(({ pool }) => pool),
    bid: new Float64Array(rates.length),
    ask: new Float64Array(rates.length),
    depth: new Float64Array(rates.length),
    isExact: new Uint8Array(rates.length),
    gas: new Float64Array(rates.length),
    logMid: new Float64Array(rates.length),
    rootOfGas: new Float64Array(rates.length),
    rootOfSpread: new Float64Array(rates.length),
  }
  for (const [at, rate] of rates.entries()) write(columns, at, rate)
  return columns
}

function write(
  columns: OuterRates & { pools: Pool[] },
  at: number,
  { pool, bid, ask, depth, isExact }: Rate,
) {
  columns.pools[at] = pool
  columns.bid[at] = bid
  columns.ask[at] = ask
  columns.depth[at] = depth
  columns.isExact[at] = isExact ? 1 : 0
  columns.gas[at] = pool.swapGas
  columns.logMid[at] = Math.log(Math.sqrt(bid) * Math.sqrt(ask))
  columns.rootOfGas[at] = Math.sqrt(pool.swapGas / depth)
  columns.rootOfSpread[at] = Math.sqrt(Math.sqrt(bid / ask))
}

/**
 * Visits each pool once although both tokens list it. Only one token lists it if the other had no
 * second pool when it was read.
 */
function getLinks(
  all: ReadonlyMap<string, OuterToken>,
  places: ReadonlyMap<string, number>,
): { token: string; rate: Rate }[] {
  const links = new Map<string, { token: string; rate: Rate }>()
  for (const [token, { toOthers }] of all) {
    for (const rate of toOthers) {
      const isListed = links.has(linkKey(rate.other, { ...rate, other: token }))
      if (places.has(rate.other) && !isListed) links.set(linkKey(token, rate), { token, rate })
    }
  }
  return [...links.values()]
}

function linkKey(token: string, { pool, other }: Pick<Rate, 'pool' | 'other'>): string {
  return `${pool.address} ${token} ${other}`
}

export interface TokenChange {
  token: string
  before: OuterToken | undefined
  after: OuterToken | undefined
}

/** The same columns with a few values replaced. */
export function patchColumns({ outer, linkAt }: Layout, changes: readonly TokenChange[]): Layout {
  const rates = copy(outer.rates)
  const linkRates = copy(outer.links.rates)
  for (const { token, after } of changes) {
    if (!after) continue
    const start = outer.starts[outer.placeOf(token)] as number
    for (const [i, rate] of after.toIntermediates.entries()) write(rates, start + i, rate)
    for (const rate of after.toOthers) {
      const at = linkAt.get(linkKey(token, rate))
      if (at !== undefined) write(linkRates, at, rate)
    }
  }
  return { outer: { ...outer, rates, links: { ...outer.links, rates: linkRates } }, linkAt }
}

function copy(rates: OuterRates): OuterRates & { pools: Pool[] } {
  return {
    pools: rates.pools.slice(),
    bid: rates.bid.slice(),
    ask: rates.ask.slice(),
    depth: rates.depth.slice(),
    isExact: rates.isExact.slice(),
    gas: rates.gas.slice(),
    logMid: rates.logMid.slice(),
    rootOfGas: rates.rootOfGas.slice(),
    rootOfSpread: rates.rootOfSpread.slice(),
  }
}
