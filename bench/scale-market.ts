import { encodeAbiParameters, encodePacked } from 'viem'
import { createRandom, type Random } from '../devnet/random.ts'
import { derivePool } from '../service/modules/create2.ts'
import { sqrtPriceAtTick } from '../service/modules/uniswap-v3/tick-math.ts'
import type { Address, Hex } from '../src/lib/address.ts'

/** A token of a synthetic market. */
export interface ScaleToken {
  address: Address
  symbol: string
  decimals: number
  priceUsd: number
}

export interface V2Reserves {
  kind: 'v2'
  reserve0: bigint
  reserve1: bigint
}

export interface V3Position {
  kind: 'v3'
  tick: number
  sqrtPrice: bigint
}

/** One pool with what it holds; `ticks` and `liquidity` of a V3 pool never change. */
export interface ScalePool {
  address: Address
  tokens: readonly [ScaleToken, ScaleToken]
  valueUsd: number
  fee: number
  tickSpacing: number
  liquidity: bigint
  ticks: readonly { index: number; net: bigint }[]
  state: V2Reserves | V3Position
}

export interface ScaleMarket {
  tokens: readonly ScaleToken[]
  /** How many of the tokens, from the first, routes may pass through. */
  bases: number
  pools: readonly ScalePool[]
}

export const V2_FACTORY: Address = '0x00000000000000000000000000000000000000f2'
export const V3_FACTORY: Address = '0x00000000000000000000000000000000000000f3'
export const V2_CODE_HASH: Hex = `0x${'f2'.repeat(32)}`
export const V3_CODE_HASH: Hex = `0x${'f3'.repeat(32)}`

/** Symbol, decimals, dollars, and how much of the long tail is paired with it. */
const BASES: readonly [string, number, number, number][] = [
  ['WETH', 18, 3_000, 0.76],
  ['USDC', 6, 1, 0.12],
  ['USDT', 6, 1, 0.06],
  ['DAI', 18, 1, 0.02],
  ['WBTC', 8, 60_000, 0.02],
  ['LINK', 18, 15, 0.005],
  ['UNI', 18, 8, 0.005],
  ['AAVE', 18, 120, 0.0025],
  ['MKR', 18, 2_000, 0.0025],
  ['LDO', 18, 1.5, 0.0025],
  ['CRV', 18, 0.5, 0.0025],
]
const V3_SHARE = 0.05
const V3_KINDS = [
  { fee: 3000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
] as const
/** Of new pools: how many bring a new token, and how many have no base token at all. */
const NEW_TOKEN_SHARE = 0.6
const TAIL_PAIR_SHARE = 0.05
/** Pools below this are not worth an arbitrage, and stand where they were left. */
const WATCHED_USD = 20_000
const MOST_USD = 3e8

/** A market with a few deep pools and a long tail of small ones, the same for the same seed. */
export function createScaleMarket({ pools: size, seed }: { pools: number; seed: number }): ScaleMarket {
  const random = createRandom(seed)
  const tokens = BASES.map(
    ([symbol, decimals, priceUsd], i): ScaleToken => ({ address: tokenAddress(i), symbol, decimals, priceUsd }),
  )
  const bases = tokens.length
  const pools: ScalePool[] = []
  const taken = new Set<string>()
  const add = (a: ScaleToken, b: ScaleToken, valueUsd: number) => {
    const pool = createPool([a, b], { valueUsd, isV3: random.next() < V3_SHARE, random })
    if (taken.has(pool.address)) return
    taken.add(pool.address)
    pools.push(pool)
  }

  for (const [i, a] of tokens.entries()) {
    for (const [k, b] of tokens.slice(0, i).entries()) {
      if (i + k > 8 && random.next() < 0.6) continue
      add(a, b, MOST_USD / (1 + i + 3 * k) ** 2)
    }
  }
  while (pools.length < size) {
    const isNew = tokens.length < bases + 8 || random.next() < NEW_TOKEN_SHARE
    const token = isNew ? createToken(tokens.length, random) : pickTail(tokens, bases, random)
    if (isNew) tokens.push(token)
    const other = random.next() < TAIL_PAIR_SHARE ? pickTail(tokens, bases, random) : pickBase(tokens, random)
    if (other !== token) add(token, other, Math.min(MOST_USD / 10, 300 * (1 - random.next()) ** -1.2))
  }
  return { tokens, bases, pools }
}

/** What a block leaves behind in a pool: the price a little off where it was. */
export function movedState({ state, tickSpacing }: ScalePool, random: Random): ScalePool['state'] {
  const shift = (random.next() - 0.5) * 0.002
  if (state.kind === 'v2') {
    return {
      kind: 'v2',
      reserve0: scaled(state.reserve0, 1 + shift),
      reserve1: scaled(state.reserve1, 1 / (1 + shift)),
    }
  }
  const center = Math.floor(state.tick / tickSpacing) * tickSpacing
  return positionAt(center + Math.floor(random.next() * tickSpacing))
}

function createToken(n: number, random: Random): ScaleToken {
  return {
    address: tokenAddress(n),
    symbol: `T${n}`,
    decimals: random.next() < 0.9 ? 18 : 9,
    priceUsd: 10 ** (random.next() * 8 - 6),
  }
}

function tokenAddress(n: number): Address {
  return `0x${(0x70_0000_0000 + n * 7919).toString(16).padStart(40, '0')}`
}

/** The first of the tail are in many pools, most of them in one. */
function pickTail(tokens: readonly ScaleToken[], bases: number, random: Random): ScaleToken {
  const place = bases + Math.floor((tokens.length - bases) * random.next() ** 3)
  return tokens[place] as ScaleToken
}

function pickBase(tokens: readonly ScaleToken[], random: Random): ScaleToken {
  let left = random.next()
  for (const [i, [, , , share]] of BASES.entries()) {
    left -= share
    if (left < 0) return tokens[i] as ScaleToken
  }
  return tokens[0] as ScaleToken
}

function createPool(
  pair: readonly [ScaleToken, ScaleToken],
  { valueUsd, isV3, random }: { valueUsd: number; isV3: boolean; random: Random },
): ScalePool {
  const [token0, token1] = pair[0].address < pair[1].address ? pair : [pair[1], pair[0]]
  const spread = valueUsd > WATCHED_USD ? 0.004 : 0.1
  const price = unitPrice(token0, token1) * (1 + (random.next() - 0.5) * spread)
  const amount0 = Math.max(1e6, (valueUsd / 2 / token0.priceUsd) * 10 ** token0.decimals)
  const common = { tokens: [token0, token1], valueUsd } as const
  if (!isV3) {
    const salted = encodePacked(['address', 'address'], [token0.address, token1.address])
    return {
      ...common,
      address: derivePool(V2_FACTORY, V2_CODE_HASH, salted),
      fee: 3000,
      tickSpacing: 0,
      liquidity: 0n,
      ticks: [],
      state: { kind: 'v2', reserve0: whole(amount0), reserve1: whole(amount0 * price) },
    }
  }
  const kind = V3_KINDS[Math.floor(random.next() * V3_KINDS.length)] ?? V3_KINDS[0]
  const salted = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
    [token0.address, token1.address, kind.fee],
  )
  const tick = Math.floor(Math.log(price) / Math.log(1.0001))
  const center = Math.floor(tick / kind.tickSpacing) * kind.tickSpacing
  const depth = whole(amount0 * Math.sqrt(price))
  const ranges = [4, 60].map((width) => ({
    lower: center - width * kind.tickSpacing,
    upper: center + (width + 1) * kind.tickSpacing,
  }))
  return {
    ...common,
    ...kind,
    address: derivePool(V3_FACTORY, V3_CODE_HASH, salted),
    liquidity: depth * BigInt(ranges.length),
    ticks: ranges
      .flatMap(({ lower, upper }) => [
        { index: lower, net: depth },
        { index: upper, net: -depth },
      ])
      .sort((a, b) => a.index - b.index),
    state: positionAt(tick),
  }
}

/** Base units of the second token for one of the first. */
function unitPrice(a: ScaleToken, b: ScaleToken): number {
  return ((a.priceUsd / b.priceUsd) * 10 ** b.decimals) / 10 ** a.decimals
}

function positionAt(tick: number): V3Position {
  return { kind: 'v3', tick, sqrtPrice: sqrtPriceAtTick(tick) }
}

function whole(amount: number): bigint {
  return BigInt(Math.floor(amount)) + 1n
}

function scaled(amount: bigint, by: number): bigint {
  return (amount * BigInt(Math.round(by * 1e9))) / 1_000_000_000n
}
