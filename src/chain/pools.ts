import { type Address, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { AbiWords, Read } from './multicall.ts'

/** A pool that may exist, to be read from its factory. */
export interface PoolQuery {
  kind: 'v2' | 'v3'
  token: Address
  /** The token in which the price is measured. */
  quote: Address
  /** Returns the pool's address, or zero. */
  read: Read
}

export interface Pool extends Omit<PoolQuery, 'read'> {
  address: Address
}

export interface PoolPrice {
  /** Whole units of `quote` per whole unit of `token`. */
  price: number
  /** The liquidity behind the price, in whole units of `quote`. */
  depth: number
}

/** Fee tiers of Uniswap and PancakeSwap, in hundredths of a basis point. */
const V3_FEES = [100, 500, 2_500, 3_000, 10_000]

const SELECTORS = {
  getPair: '0xe6a43905',
  getPool: '0x1698ee82',
  getReserves: '0x0902f1ac',
  slot0: '0x3850c7bd',
  liquidity: '0x1a686502',
  balanceOf: '0x70a08231',
} as const

/** Every possible pool of both tokens in the factories. */
export function poolQueries(
  { token, quote }: { token: Address; quote: Address },
  factories: { v2: readonly Address[]; v3: readonly Address[] },
): PoolQuery[] {
  const pairs = factories.v2.map((to): PoolQuery => {
    const read = { to, selector: SELECTORS.getPair, args: [token, quote] }
    return { kind: 'v2', token, quote, read }
  })
  const pools = factories.v3.flatMap((to) =>
    V3_FEES.map((fee): PoolQuery => {
      const read = { to, selector: SELECTORS.getPool, args: [token, quote, fee] }
      return { kind: 'v3', token, quote, read }
    }),
  )
  return [...pairs, ...pools]
}

/** The pool a factory returned; undefined if it returned none. */
export function getPool({ kind, token, quote }: PoolQuery, words: AbiWords): Pool | undefined {
  const word = words?.[0]
  if (!word) return undefined
  const address: Address = `0x${word.toString(16).padStart(40, '0')}`
  return address.length === ZERO_ADDRESS.length ? { kind, token, quote, address } : undefined
}

/** The reads needed to compute the price of a pool. */
export function stateReads({ kind, address: to, quote }: Pool): Read[] {
  if (kind === 'v2') return [{ to, selector: SELECTORS.getReserves }]
  return [
    { to, selector: SELECTORS.slot0 },
    { to, selector: SELECTORS.liquidity },
    { to: quote, selector: SELECTORS.balanceOf, args: [to] },
  ]
}

/** The price of a pool from the results of `stateReads`; undefined if it is empty or unreadable. */
export function poolPrice(
  pool: Pool,
  state: readonly AbiWords[],
  decimals: { token: number; quote: number },
): PoolPrice | undefined {
  const raw = pool.kind === 'v2' ? pairState(pool, state) : concentratedState(pool, state)
  if (!raw || !isAmount(raw.price) || !isAmount(raw.depth)) return undefined
  return {
    price: raw.price * 10 ** (decimals.token - decimals.quote),
    depth: raw.depth / 10 ** decimals.quote,
  }
}

/** Price and depth of a v2 pair, in base units. */
function pairState(pool: Pool, [reserves]: readonly AbiWords[]): PoolPrice | undefined {
  const [reserve0, reserve1] = reserves ?? []
  if (reserve0 === undefined || reserve1 === undefined) return undefined
  const [held, depth] = isFirst(pool) ? [reserve0, reserve1] : [reserve1, reserve0]
  return { price: Number(depth) / Number(held), depth: Number(depth) }
}

/**
 * Price and depth of a v3 pool, in base units. Depth is the smaller of the virtual reserve and the
 * pool's balance: a narrow range inflates the virtual reserve, and liquidity out of range inflates
 * the balance.
 */
function concentratedState(pool: Pool, [slot0, active, balance]: readonly AbiWords[]): PoolPrice | undefined {
  const sqrtPrice = Number(slot0?.[0] ?? 0n) / 2 ** 96
  const liquidity = Number(active?.[0] ?? 0n)
  const held = Number(balance?.[0] ?? 0n)
  const price = isFirst(pool) ? sqrtPrice ** 2 : sqrtPrice ** -2
  const virtual = isFirst(pool) ? liquidity * sqrtPrice : liquidity / sqrtPrice
  return { price, depth: Math.min(virtual, held) }
}

/** Excludes the results of dividing by an empty reserve. */
function isAmount(value: number): boolean {
  return Number.isFinite(value) && value > 0
}

/** True if `token` is token0: pools sort their tokens by address. */
function isFirst({ token, quote }: Pool): boolean {
  return token.toLowerCase() < quote.toLowerCase()
}
