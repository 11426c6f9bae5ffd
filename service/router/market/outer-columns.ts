import type { Pool } from '../../modules/core/pool.ts'

/**
 * What routes could pass besides the base tokens: every token that has two pools at least, for what hangs on a single one
 * leads nowhere. In columns, for there may be a hundred thousand pools and each search looks at all.
 */
export interface OuterPools {
  /** Lower case. */
  bases: readonly string[]
  tokens: readonly string[]
  /** The rates of the n-th token with base tokens are those from `starts[n]` to `starts[n + 1]`. */
  starts: Uint32Array
  rates: OuterRates
  /** Of each rate the place of its base token. */
  base: Uint16Array
  /** Pools among the tokens themselves: the rate of a token, by its place, in another one. */
  links: { rates: OuterRates; tokens: Uint32Array; others: Uint32Array }
  /** The least that a swap in one of the pools costs. */
  leastGas: number
  /** Of a token; -1: it is none of these. */
  placeOf(token: string): number
}

/** Pools as one of their tokens sees them, in base units of the other one. */
export interface OuterRates {
  pools: readonly Pool[]
  /** What a base unit of the token fetches at most, and costs at least. */
  bid: Float64Array
  ask: Float64Array
  /** Of the other token, in a pool of constant product that never pays less. Infinity: there is none. */
  depth: Float64Array
  /** 1: that pool pays the same. */
  isExact: Uint8Array
  gas: Float64Array
}

/** A pool as one of its tokens sees it. */
export interface Rate {
  pool: Pool
  other: string
  bid: number
  ask: number
  depth: number
  isExact: boolean
}

export interface OuterToken {
  toBases: readonly Rate[]
  toOthers: readonly Rate[]
}

/** The columns, and where the links stand in them. */
export interface Layout {
  outer: OuterPools
  linkAt: ReadonlyMap<string, number>
}

export function arrangeColumns(all: ReadonlyMap<string, OuterToken>, bases: readonly string[]): Layout {
  const tokens = [...all.keys()]
  const places = new Map(tokens.map((token, place) => [token, place]))
  const baseAt = new Map(bases.map((token, place) => [token, place]))
  const rates = [...all.values()].flatMap(({ toBases }) => toBases)
  const links = getLinks(all, places)
  const starts = new Uint32Array(tokens.length + 1)
  let place = 0
  for (const { toBases } of all.values()) {
    starts[place + 1] = (starts[place] as number) + toBases.length
    place += 1
  }
  const outer: OuterPools = {
    bases,
    tokens,
    starts,
    rates: inColumns(rates),
    base: Uint16Array.from(rates, ({ other }) => baseAt.get(other) ?? 0),
    links: {
      rates: inColumns(links.map(({ rate }) => rate)),
      tokens: Uint32Array.from(links, ({ token }) => places.get(token) ?? 0),
      others: Uint32Array.from(links, ({ rate }) => places.get(rate.other) ?? 0),
    },
    leastGas: [...rates, ...links.map(({ rate }) => rate)].reduce(
      (least, { pool }) => Math.min(least, pool.swapGas),
      Number.POSITIVE_INFINITY,
    ),
    placeOf: (token) => places.get(token) ?? -1,
  }
  return { outer, linkAt: new Map(links.map(({ token, rate }, at) => [linkKey(token, rate), at])) }
}

function inColumns(rates: readonly Rate[]): OuterRates {
  const columns = {
    pools: rates.map(({ pool }) => pool),
    bid: new Float64Array(rates.length),
    ask: new Float64Array(rates.length),
    depth: new Float64Array(rates.length),
    isExact: new Uint8Array(rates.length),
    gas: new Float64Array(rates.length),
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
}

/** Each pool once, though both of its tokens know it: one of them may have been looked at before the other led on. */
function getLinks(
  all: ReadonlyMap<string, OuterToken>,
  places: ReadonlyMap<string, number>,
): { token: string; rate: Rate }[] {
  const links = new Map<string, { token: string; rate: Rate }>()
  for (const [token, { toOthers }] of all) {
    for (const rate of toOthers) {
      const isTold = links.has(linkKey(rate.other, { ...rate, other: token }))
      if (places.has(rate.other) && !isTold) links.set(linkKey(token, rate), { token, rate })
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

/** The same columns with other values in a few places. */
export function patchColumns({ outer, linkAt }: Layout, changes: readonly TokenChange[]): Layout {
  const rates = copy(outer.rates)
  const linkRates = copy(outer.links.rates)
  for (const { token, after } of changes) {
    if (!after) continue
    const start = outer.starts[outer.placeOf(token)] as number
    for (const [i, rate] of after.toBases.entries()) write(rates, start + i, rate)
    for (const rate of after.toOthers) {
      const at = linkAt.get(linkKey(token, rate))
      if (at !== undefined) write(linkRates, at, rate)
    }
  }
  return { outer: { ...outer, rates, links: { ...outer.links, rates: linkRates } }, linkAt }
}

function copy({ pools, bid, ask, depth, isExact, gas }: OuterRates): OuterRates & { pools: Pool[] } {
  return {
    pools: pools.slice(),
    bid: bid.slice(),
    ask: ask.slice(),
    depth: depth.slice(),
    isExact: isExact.slice(),
    gas: gas.slice(),
  }
}
