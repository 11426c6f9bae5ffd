import type { Address } from '../../../wire/lib/address.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool, sampleV3Pool } from '../../modules/testing/sample-pools.ts'
import type { PathQuery } from '../paths/find-path.ts'
import { edgesBetween } from './edges-between.ts'
import { createPoolDrawer, isPegged } from './mixed-market.ts'

export interface RandomMarket {
  tokens: readonly Address[]
  pools: readonly Pool[]
  /** The value in a median pool, in base units of the first token. */
  medianDepth: number
  /** Returns a sale of the first token for the second with this share of a median pool's depth. */
  sale(share: number): PathQuery
}

interface MarketShape {
  seed: number
  tokens: number
  pools: number
  /**
   * The price of one unit of gas in base units of the output, as a share of a median pool's depth.
   * Default: 0.
   */
  gasShare?: number
  /**
   * The maximum number of tokens of half of the contracts, which are of all other kinds. Every
   * third token has the same value. Default: only V2 and V3 pools.
   */
  mixedTokens?: number
  /**
   * The maximum deviation of a price from the true one. Real markets have many small pools whose
   * arbitrage does not pay, so cycles earn their fees. Every fourth pool is tiny. Default: prices
   * are arbitraged.
   */
  mispricing?: number
}

const FEES = [
  { fee: 500, tickSpacing: 10 },
  { fee: 3000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
] as const
const V2_FEES_BPS = [25, 30]
const DUST_SHARE = 0.25
const DUST = 1e-4
/** The size of all amounts in base units, which makes rounding irrelevant. */
const UNIT = 1e21

/** Creates pools whose depths differ by a factor of fifty. The first two tokens are traded most. */
export function createRandomMarket({
  seed,
  tokens: count,
  pools: size,
  gasShare = 0,
  mixedTokens,
  mispricing = 0,
}: MarketShape): RandomMarket {
  const random = createRandom(seed)
  const tokens = Array.from({ length: count }, (_, i) => sampleAddress(0xa000 + i))
  const drawn = tokens.map(() => Math.exp((random.next() - 0.5) * 6))
  const values = mixedTokens ? drawn.map((value, i) => (isPegged(i) ? (drawn[1] ?? value) : value)) : drawn
  const pick = () => (random.next() < 0.5 ? Math.floor(random.next() * 2) : Math.floor(random.next() * count))
  const depths: number[] = []

  function drawDepth(): number {
    const isDust = mispricing > 0 && random.next() < DUST_SHARE
    const depth = UNIT * Math.exp(random.next() * 4) * (isDust ? DUST : 1)
    depths.push(depth)
    return depth
  }

  /** Most pools are near the true price, and a few are far from it. */
  function drawDeviation(): number {
    return (random.next() * 2 - 1) * mispricing * random.next() ** 3
  }

  function createPool(n: number): Pool {
    const a = pick()
    const b = (a + 1 + Math.floor(random.next() * (count - 1))) % count
    const [low, high] = a < b ? [a, b] : [b, a]
    const depth = drawDepth()
    const isV2 = random.next() < 0.5
    const fee = isV2 ? (V2_FEES_BPS[n % 2] ?? 30) / 1e4 : (FEES[n % FEES.length]?.fee ?? 3000) / 1e6
    const deviation = mispricing > 0 ? drawDeviation() : (random.next() * 2 - 1) * 0.8 * fee
    const price = (valueAt(low) / valueAt(high)) * (1 + deviation)
    const reserve0 = depth / valueAt(low)
    const pair: Pool['tokens'] = [getToken(low), getToken(high)]
    return isV2
      ? v2Pool(n, { pair, reserve0, price, feeBps: V2_FEES_BPS[n % 2] ?? 30 })
      : v3Pool(n, { pair, reserve0, price })
  }

  function v3Pool(
    n: number,
    { pair, reserve0, price }: { pair: Pool['tokens']; reserve0: number; price: number },
  ) {
    const { fee, tickSpacing } = FEES[n % FEES.length] ?? FEES[1]
    const tick = Math.floor(Math.log(price) / Math.log(1.0001))
    const center = Math.floor(tick / tickSpacing) * tickSpacing
    const liquidity = reserve0 * Math.sqrt(price)
    const positions = Array.from({ length: 6 }, (_, i) => ({
      lower: center - tickSpacing * Math.ceil((1 + random.next()) * 4 * 3 ** i),
      upper: center + tickSpacing * Math.ceil((1 + random.next()) * 4 * 3 ** i),
      delta: BigInt(Math.floor(liquidity * (0.5 + random.next()))),
    }))
    return sampleV3Pool(
      { tick, positions: positions.filter(({ lower, upper }) => lower > -887_000 && upper < 887_000) },
      { n, tokens: pair, fee, tickSpacing },
    )
  }

  const valueAt = (i: number) => values[i] ?? 1
  const getToken = (i: number) => tokens[i] ?? sampleAddress(0xa000)
  const drawMixed = createPoolDrawer({
    ...{ seed, tokens, valueAt, drawDepth, mispricing },
    maxTokens: mixedTokens ?? 2,
  })
  const pools = Array.from({ length: size }, (_, n) =>
    mixedTokens && n % 2 === 1 ? drawMixed(n) : [createPool(n)],
  ).flat()
  const edges = edgesBetween(pools)
  const median = [...depths].sort((x, y) => x - y)[depths.length >> 1] ?? UNIT
  return {
    tokens,
    pools,
    medianDepth: median / valueAt(0),
    sale: (share) => ({
      tokenIn: getToken(0),
      tokenOut: getToken(1),
      amountIn: BigInt(Math.floor((share * median) / valueAt(0))),
      via: tokens,
      edges,
      gasCost: (token, gas) => {
        const value = values[tokens.findIndex((known) => token.startsWith(known))] ?? 1
        return BigInt(Math.ceil((gas * gasShare * median) / value))
      },
    }),
  }
}

function v2Pool(
  n: number,
  {
    pair,
    reserve0,
    price,
    feeBps,
  }: { pair: Pool['tokens']; reserve0: number; price: number; feeBps: number },
): Pool {
  return sampleV2Pool(
    { reserve0: BigInt(Math.floor(reserve0)), reserve1: BigInt(Math.floor(reserve0 * price)) },
    { n, tokens: pair, feeBps },
  )
}
