import { formatAmount } from '../../../wire/lib/amount.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { CONSTANT_PRODUCT_SHARE, getDepth, toOffer } from '../../modules/core/pool-offer.ts'

/** USD values, measured in the chain's reference stable token. */
export interface UsdPrices {
  /** A decimal string; undefined when the token has no price. */
  format(token: string, amount: bigint): string | undefined
  /**
   * Returns the smallest amount of the token worth this many millionths of a dollar. Returns 0 if
   * one base unit is worth more, and `undefined` without a price.
   */
  amountFor(token: string, microUsd: bigint): bigint | undefined
  /** Converts an amount of one token to another, rounded up; undefined when either has no price. */
  convert(amount: bigint, fromToken: string, toToken: string): bigint | undefined
}

/** Prices are reference base units for one base unit, times 2^128. */
const SCALE = 128n
const ONE = 1n << SCALE
const HALF = ONE / 2n
const UNIT = Number(ONE)
/**
 * Ignores pools that trade less near their price than a constant product pool with this much on
 * each side, in whole dollars.
 */
const MIN_RESERVE_USD = 1_000
const MIN_DEPTH_USD = MIN_RESERVE_USD * CONSTANT_PRODUCT_SHARE
const SHOWN_DECIMALS = 12
const MICRO_DECIMALS = 6

export interface Measure {
  config: Pick<ChainServiceConfig, 'referenceStable' | 'baseTokens'>
  /** Decimals of the reference stable token. Undefined: no token has a price. */
  stableDecimals: number | undefined
}

/** Pools that trade two tokens for each other. */
export type PoolsBetween = (tokenA: string, tokenB: string) => readonly Pool[]

/**
 * Spreads prices from the reference stable token: repeatedly, the deepest pool between a priced and
 * an unpriced token prices the latter. Depth is the amount that trades near the price in both
 * directions, because virtual reserves and one-sided liquidity cost nothing. Only base tokens pass
 * prices on: all of them are priced at first use, other tokens at their own first use, so the cost
 * does not depend on the number of pools.
 */
export function createUsdPrices(
  { config, stableDecimals: decimals }: Measure,
  poolsBetween: PoolsBetween,
): UsdPrices {
  const stable = config.referenceStable.toLowerCase()
  const trusted = new Set([stable, ...config.baseTokens.map((token) => token.toLowerCase())])
  const found = new Map<string, bigint | undefined>()
  let stages: readonly Stage[] | undefined

  function getPrice(token: string): bigint | undefined {
    if (decimals === undefined) return undefined
    const minDepth = MIN_DEPTH_USD * 10 ** decimals
    if (!stages) {
      stages = spreadPrices({ stable, trusted, minDepth, poolsBetween })
      for (const { token: priced, price } of stages) found.set(priced, price)
    }
    if (!found.has(token) && !trusted.has(token)) {
      found.set(token, priceAtLeaf(token, stages, { minDepth, poolsBetween }))
    }
    return found.get(token)
  }

  return {
    format(token, amount) {
      const price = getPrice(token)
      if (price === undefined || decimals === undefined) return undefined
      const shown = (amount * price * 10n ** BigInt(SHOWN_DECIMALS)) / 10n ** BigInt(decimals)
      return formatAmount((shown + HALF) >> SCALE, SHOWN_DECIMALS)
    },
    amountFor(token, microUsd) {
      const price = getPrice(token)
      if (!price || decimals === undefined) return undefined
      const wanted = (microUsd * 10n ** BigInt(decimals)) << SCALE
      const unit = price * 10n ** BigInt(MICRO_DECIMALS)
      return unit > wanted ? 0n : (wanted + unit - 1n) / unit
    },
    convert(amount, fromToken, toToken) {
      const from = getPrice(fromToken)
      const to = getPrice(toToken)
      return from !== undefined && to ? (amount * from + to - 1n) / to : undefined
    },
  }
}

interface SpreadOptions {
  stable: string
  /** Tokens that may pass a price on: never an arbitrary token. */
  trusted: ReadonlySet<string>
  /** In base units of the reference stable token. */
  minDepth: number
  poolsBetween: PoolsBetween
}

/** A pool that would price a token. */
interface PriceCandidate {
  pool: Pool
  token: string
  price: bigint
  /**
   * The amount that it trades near its price, in base units of the reference stable token
   * (`getDepth`).
   */
  depth: number
}

/** A priced base token, in pricing order. */
interface Stage {
  token: string
  price: bigint
  /** Undefined for the reference stable token. */
  offer: PriceCandidate | undefined
}

/** Returns the base tokens that can be priced. */
function spreadPrices({ stable, trusted, ...rest }: SpreadOptions): Stage[] {
  const stages: Stage[] = []
  const open = new Map<string, PriceCandidate | undefined>([...trusted].map((token) => [token, undefined]))
  let next: Stage | undefined = { token: stable, price: ONE, offer: undefined }
  while (next) {
    const stage: Stage = next
    stages.push(stage)
    open.delete(stage.token)
    let best: PriceCandidate | undefined
    for (const [token, offer] of open) {
      const better = deeper(offer, deepestOffer(stage, token, rest))
      open.set(token, better)
      best = deeper(best, better)
    }
    next = best && { token: best.token, price: best.price, offer: best }
  }
  return stages
}

/**
 * Prices a token that passes no price on, by its deepest pool with a priced base token, in pricing
 * order.
 */
function priceAtLeaf(
  token: string,
  stages: readonly Stage[],
  options: Pick<SpreadOptions, 'minDepth' | 'poolsBetween'>,
): bigint | undefined {
  let best: PriceCandidate | undefined
  for (const stage of stages) {
    if (best && deeper(best, stage.offer) === best) break
    best = deeper(best, deepestOffer(stage, token, options))
  }
  return best?.price
}

function deepestOffer(
  priced: Stage,
  token: string,
  { minDepth, poolsBetween }: Pick<SpreadOptions, 'minDepth' | 'poolsBetween'>,
): PriceCandidate | undefined {
  let best: PriceCandidate | undefined
  for (const pool of poolsBetween(priced.token, token)) {
    const side = pool.tokens[0] === priced.token ? 0 : 1
    const price = priceAcross(pool, side, priced.price)
    const offer = price > 0n ? toOffer(pool, side === 0 ? 1 : 0) : undefined
    if (!offer) continue
    const depth = getDepth(pool, offer, { own: Number(price) / UNIT, other: Number(priced.price) / UNIT })
    if (depth >= minDepth) best = deeper(best, { pool, token, price, depth })
  }
  return best
}

/** Ties are broken by address, so that the order of discovery does not matter. */
function deeper(a: PriceCandidate | undefined, b: PriceCandidate | undefined): PriceCandidate | undefined {
  if (!a || !b) return a ?? b
  if (a.depth !== b.depth) return a.depth > b.depth ? a : b
  if (a.pool.address !== b.pool.address) return a.pool.address < b.pool.address ? a : b
  return a.token <= b.token ? a : b
}

function priceAcross({ spot }: Pool, pricedSide: 0 | 1, known: bigint): bigint {
  const { numerator, denominator } = spot
  if (numerator === 0n || denominator === 0n) return 0n
  return pricedSide === 0 ? (known * denominator) / numerator : (known * numerator) / denominator
}
