import type { Pool } from '../service/modules/core/pool.ts'
import { sampleV2Pool, sampleV3Pool } from '../service/modules/testing/sample-pools.ts'
import type { PathQuery } from '../service/router/paths/find-path.ts'
import { edgesBetween } from '../service/router/testing/edges-between.ts'
import type { Address } from '../wire/lib/address.ts'
import { createRandom, type Random } from '../wire/testing/random.ts'

/** A market in a format for both routers: plain JSON with amounts as decimal strings. */
export interface MarketSpec {
  tokens: readonly TokenSpec[]
  pools: readonly PoolSpec[]
  tokenIn: Address
  tokenOut: Address
  /**
   * Gas of a swap by the gas models of the modules, and the gas price in base units of the output.
   */
  gas: { v2: number; v3: number; crossing: number; price: { numerator: string; denominator: string } }
}

interface TokenSpec {
  address: Address
  symbol: string
  decimals: number
  usd: number
}

type PoolSpec = {
  tokens: readonly [Address, Address]
  /** Rank of the pool. */
  depthUsd: number
  depthNative: number
} & (
  | { kind: 'v2'; reserves: readonly [string, string] }
  | { kind: 'v3'; fee: number; tick: number; positions: readonly PositionSpec[] }
)

interface PositionSpec {
  lower: number
  upper: number
  delta: string
}

/** Mainnet addresses, because the reference router has built-in base tokens. */
const TOKENS: readonly TokenSpec[] = [
  { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'WETH', decimals: 18, usd: 3000 },
  { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', symbol: 'USDC', decimals: 6, usd: 1 },
  { address: '0xdac17f958d2ee523a2206206994597c13d831ec7', symbol: 'USDT', decimals: 6, usd: 1 },
  { address: '0x6b175474e89094c44da98b954eedeac495271d0f', symbol: 'DAI', decimals: 18, usd: 1 },
  { address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', symbol: 'WBTC', decimals: 8, usd: 60_000 },
  { address: '0x514910771af9ca656af840dff83e8264ecf986ca', symbol: 'LINK', decimals: 18, usd: 15 },
]
const [WETH, USDC] = TOKENS as [TokenSpec, TokenSpec]
const TIERS = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 3000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
]
const V2_FEE = 3000
const GAS_PRICE_GWEI = 10
const POSITIONS = 6

/**
 * Creates seeded pools between well-known tokens, one of each kind per pair, with depths between
 * 200 thousand and 20 million dollars.
 */
export function createReferenceMarket({ seed, pools: size }: { seed: number; pools: number }): MarketSpec {
  const random = createRandom(seed)
  const [first, ...rest] = kinds(random)
  const pools = first ? [first, ...rest.slice(0, size - 1)].map((kind) => createPool(kind, random)) : []
  return {
    tokens: TOKENS,
    pools,
    tokenIn: WETH.address,
    tokenOut: USDC.address,
    gas: {
      v2: 92_000,
      v3: 82_000,
      crossing: 24_000,
      price: {
        numerator: String(GAS_PRICE_GWEI * WETH.usd * 10 ** USDC.decimals),
        denominator: String(10 ** 9),
      },
    },
  }
}

interface Kind {
  pair: readonly [TokenSpec, TokenSpec]
  /** Undefined for a constant-product pool. */
  tier: (typeof TIERS)[number] | undefined
}

/**
 * Returns every kind of pool in a seeded order. The reference router requires one of the first
 * kind.
 */
function kinds(random: Random): Kind[] {
  const all = TOKENS.flatMap((a, i) =>
    TOKENS.slice(i + 1).flatMap((b): Kind[] => {
      const pair: Kind['pair'] = a.address < b.address ? [a, b] : [b, a]
      return [undefined, ...TIERS].map((tier) => ({ pair, tier }))
    }),
  )
  const weight = ({ pair }: Kind) =>
    pair.some(({ symbol }) => symbol === 'WETH' || symbol === 'USDC') ? 2 : 1
  const drawn = all.map((kind) => ({ kind, draw: random.next() ** (1 / weight(kind)) }))
  const shuffled = drawn.sort((a, b) => b.draw - a.draw).map(({ kind }) => kind)
  const isFirst = ({ pair, tier }: Kind) => tier?.fee === 500 && pair.includes(WETH) && pair.includes(USDC)
  return [...shuffled.filter(isFirst), ...shuffled.filter((kind) => !isFirst(kind))]
}

function createPool({ pair, tier }: Kind, random: Random): PoolSpec {
  const [low, high] = pair
  const depthUsd = 200_000 * Math.exp(random.next() * Math.log(100))
  // The price deviates within the fee, as after arbitrage, so that no cycle is profitable.
  const bias = 1 + (random.next() * 2 - 1) * 0.8 * ((tier?.fee ?? V2_FEE) / 1e6)
  const price = ((low.usd / high.usd) * 10 ** high.decimals * bias) / 10 ** low.decimals
  const reserve0 = (depthUsd / 2 / low.usd) * 10 ** low.decimals
  const shape = {
    tokens: [low.address, high.address] as const,
    depthUsd,
    depthNative: depthUsd / WETH.usd,
  }
  if (!tier) return { ...shape, kind: 'v2', reserves: [whole(reserve0), whole(reserve0 * price)] }
  const { fee, tickSpacing } = tier
  const tick = Math.floor(Math.log(price) / Math.log(1.0001))
  const center = Math.floor(tick / tickSpacing) * tickSpacing
  const reach = (i: number) => tickSpacing * Math.ceil((1 + random.next()) * 4 * 3 ** i)
  const positions = Array.from({ length: POSITIONS }, (_, i) => ({
    lower: center - reach(i),
    upper: center + reach(i),
    delta: whole(reserve0 * Math.sqrt(price) * (0.5 + random.next())),
  }))
  return {
    ...shape,
    kind: 'v3',
    fee,
    tick,
    positions: positions.filter(({ lower, upper }) => lower > -887_000 && upper < 887_000),
  }
}

function whole(value: number): string {
  return BigInt(Math.floor(value)).toString()
}

/** Creates the same pools in our representation. */
export function buildPools(spec: MarketSpec): Pool[] {
  return spec.pools.map((pool, n) => {
    const { tokens } = pool
    if (pool.kind === 'v2') {
      const [reserve0, reserve1] = pool.reserves.map(BigInt) as [bigint, bigint]
      return sampleV2Pool({ reserve0, reserve1 }, { n, tokens, feeBps: V2_FEE / 100 })
    }
    const tickSpacing = TIERS.find(({ fee }) => fee === pool.fee)?.tickSpacing ?? 1
    const positions = pool.positions.map((position) => ({ ...position, delta: BigInt(position.delta) }))
    return sampleV3Pool({ tick: pool.tick, positions }, { n, tokens, fee: pool.fee, tickSpacing })
  })
}

/** Creates a sale of the first token for the second, worth this many dollars. */
export function referenceSale(spec: MarketSpec, pools: readonly Pool[], usd: number): PathQuery {
  const { numerator, denominator } = spec.gas.price
  return {
    tokenIn: spec.tokenIn,
    tokenOut: spec.tokenOut,
    amountIn: BigInt(Math.round((usd / WETH.usd) * 1e9)) * 10n ** BigInt(WETH.decimals - 9),
    via: TOKENS.map(({ address }) => address),
    edges: edgesBetween(pools),
    gasCost: (_, gas) => (BigInt(Math.ceil(gas)) * BigInt(numerator)) / BigInt(denominator),
  }
}
