import { encodeAbiParameters, encodePacked } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { createRandom, type Random } from '../../../wire/testing/random.ts'
import { derivePool } from '../../modules/core/create2.ts'
import { sqrtPriceAtTick } from '../../modules/uniswap-v3/tick-math.ts'

/** A token of a synthetic market. */
export interface ScaleToken {
  address: Address
  symbol: string
  decimals: number
  priceUsd: number
  /** Value of the token in all its pools. */
  valueUsd: number
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

/** A pool with its holdings. `ticks` and `liquidity` of a V3 pool never change. */
export interface ScalePool {
  address: Address
  venue: ScaleVenue
  tokens: readonly [ScaleToken, ScaleToken]
  /** Value of both tokens that the pool holds. */
  valueUsd: number
  liquidity: bigint
  ticks: readonly { index: number; net: bigint }[]
  state: V2Reserves | V3Position
}

/** A factory, and the fee of its pools in hundredths of a bip. */
export interface ScaleVenue {
  /** Index in the executor's table. */
  index: number
  kind: 'v2' | 'v3'
  factory: Address
  initCodeHash: Hex
  fee: number
  tickSpacing: number
}

export interface ScaleMarket {
  tokens: readonly ScaleToken[]
  /** Number of base tokens, which come first. */
  bases: number
  pools: readonly ScalePool[]
}

const V3 = { index: 2, kind: 'v3', factory: factoryAddress(3), initCodeHash: codeHash(3) } as const
export const VENUES = [
  { index: 0, kind: 'v2', factory: factoryAddress(1), initCodeHash: codeHash(1), fee: 3000, tickSpacing: 0 },
  { index: 1, kind: 'v2', factory: factoryAddress(2), initCodeHash: codeHash(2), fee: 2500, tickSpacing: 0 },
  { ...V3, fee: 3000, tickSpacing: 60 },
  { ...V3, fee: 10_000, tickSpacing: 200 },
  { ...V3, fee: 500, tickSpacing: 10 },
] as const satisfies readonly ScaleVenue[]
/** Share of long-tail pools per venue. The last venue has only base tokens. */
const TAIL_SHARES = [0.75, 0.2, 0.03, 0.02, 0]

/** Symbol, decimals, USD price, and the share of the long tail paired with it. */
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
/** Shares of new pools that introduce a new token, and that have no base token. */
const NEW_TOKEN_SHARE = 0.6
const TAIL_PAIR_SHARE = 0.05
/**
 * Gas of a trade in one pool. Prices deviate from the true ones within fee and gas, so that no
 * arbitrage is profitable.
 */
const GAS_USD = 0.5
const MAX_USD = 3e8
const MIN_USD = 300
/** Assumed share of abandoned long-tail pools below `MIN_USD`. Values above follow a power law. */
const DUST_SHARE = 0.8
const MIN_DUST_USD = 0.1

/** Creates a market with a few deep pools and a long tail of small ones. Deterministic per seed. */
export function createScaleMarket({
  pools: size,
  seed,
  gasUsd = GAS_USD,
}: {
  pools: number
  seed: number
  gasUsd?: number
}): ScaleMarket {
  const random = createRandom(seed)
  const tokens = BASES.map(
    ([symbol, decimals, priceUsd], i): ScaleToken => ({
      address: tokenAddress(i),
      symbol,
      decimals,
      priceUsd,
      valueUsd: 0,
    }),
  )
  const bases = tokens.length
  const pools: ScalePool[] = []
  const taken = new Set<string>()
  const add = (
    a: ScaleToken,
    b: ScaleToken,
    { venue, valueUsd }: { venue: ScaleVenue; valueUsd: number },
  ) => {
    const pool = createPool([a, b], { valueUsd, venue, random, gasUsd })
    if (taken.has(pool.address)) return
    taken.add(pool.address)
    pools.push(pool)
    for (const token of [a, b]) token.valueUsd += valueUsd
  }

  for (const [i, a] of tokens.entries()) {
    for (const [k, b] of tokens.slice(0, i).entries()) {
      const valueUsd = MAX_USD / (1 + i + 3 * k) ** 2
      for (const [n, venue] of VENUES.entries()) add(a, b, { venue, valueUsd: valueUsd / (n + 1) })
    }
  }
  while (pools.length < size) {
    const isNew = tokens.length < bases + 8 || random.next() < NEW_TOKEN_SHARE
    const token = isNew ? createToken(tokens.length, random) : pickTail(tokens, bases, random)
    if (isNew) tokens.push(token)
    const other = random.next() < TAIL_PAIR_SHARE ? pickTail(tokens, bases, random) : pickBase(tokens, random)
    const valueUsd =
      random.next() < DUST_SHARE
        ? MIN_DUST_USD * (MIN_USD / MIN_DUST_USD) ** random.next()
        : Math.min(MAX_USD / 10, MIN_USD * (1 - random.next()) ** -1.2)
    const venue = VENUES[pickShare(TAIL_SHARES, random)] ?? VENUES[0]
    if (other !== token) add(token, other, { venue, valueUsd })
  }
  return { tokens, bases, pools }
}

/** Returns the state of a pool after a block, with a price change below the profit of arbitrage. */
export function movedState({ state, venue }: ScalePool, random: Random): ScalePool['state'] {
  const shift = (random.next() - 0.5) * ((0.4 * venue.fee) / 1e6)
  if (state.kind === 'v2') {
    return {
      kind: 'v2',
      reserve0: scaled(state.reserve0, 1 + shift),
      reserve1: scaled(state.reserve1, 1 / (1 + shift)),
    }
  }
  return positionAt(state.tick + Math.round(shift * 1e4))
}

function createToken(n: number, random: Random): ScaleToken {
  return {
    address: tokenAddress(n),
    symbol: `T${n}`,
    decimals: random.next() < 0.9 ? 18 : 9,
    priceUsd: 10 ** (random.next() * 8 - 6),
    valueUsd: 0,
  }
}

function factoryAddress(n: number): Address {
  return `0x${(0xfac0 + n).toString(16).padStart(40, '0')}`
}

function codeHash(n: number): Hex {
  return `0x${(0xc0 + n).toString(16).repeat(32)}`
}

function tokenAddress(n: number): Address {
  return `0x${(0x70_0000_0000 + n * 7919).toString(16).padStart(40, '0')}`
}

/** Picks a token of the tail. The first tokens are in many pools, most tokens in one. */
function pickTail(tokens: readonly ScaleToken[], bases: number, random: Random): ScaleToken {
  const place = bases + Math.floor((tokens.length - bases) * random.next() ** 3)
  return tokens[place] as ScaleToken
}

function pickBase(tokens: readonly ScaleToken[], random: Random): ScaleToken {
  const shares = BASES.map(([, , , share]) => share)
  return tokens[pickShare(shares, random)] as ScaleToken
}

/** Returns a random index, weighted by share. */
function pickShare(shares: readonly number[], random: Random): number {
  let left = random.next()
  return Math.max(
    0,
    shares.findIndex((share) => {
      left -= share
      return left < 0
    }),
  )
}

function createPool(
  pair: readonly [ScaleToken, ScaleToken],
  {
    valueUsd,
    venue,
    random,
    gasUsd,
  }: { valueUsd: number; venue: ScaleVenue; random: Random; gasUsd: number },
): ScalePool {
  const [token0, token1] = pair[0].address < pair[1].address ? pair : [pair[1], pair[0]]
  const { factory, initCodeHash, fee, tickSpacing } = venue
  const amount0 = Math.max(1e6, (valueUsd / 2 / token0.priceUsd) * 10 ** token0.decimals)
  const heldUsd = (2 * amount0 * token0.priceUsd) / 10 ** token0.decimals
  const spread = Math.min(
    0.3,
    (0.6 * fee) / 1e6 + Math.sqrt(gasUsd / 2 / heldUsd) / (venue.kind === 'v3' ? 2 : 1),
  )
  const price = unitPrice(token0, token1) * (1 + (random.next() * 2 - 1) * spread)
  const common = { tokens: [token0, token1], venue, valueUsd: heldUsd } as const
  if (venue.kind === 'v2') {
    const salted = encodePacked(['address', 'address'], [token0.address, token1.address])
    return {
      ...common,
      address: derivePool(factory, initCodeHash, salted),
      liquidity: 0n,
      ticks: [],
      state: { kind: 'v2', reserve0: whole(amount0), reserve1: whole(amount0 * price) },
    }
  }
  const salted = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
    [token0.address, token1.address, fee],
  )
  const tick = Math.floor(Math.log(price) / Math.log(1.0001))
  const center = Math.floor(tick / tickSpacing) * tickSpacing
  const depth = whole(amount0 * Math.sqrt(price))
  const ranges = [4, 60].map((width) => ({
    lower: center - width * tickSpacing,
    upper: center + (width + 1) * tickSpacing,
  }))
  return {
    ...common,
    address: derivePool(factory, initCodeHash, salted),
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

/** Returns base units of the second token per base unit of the first. */
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
