import { formatAmount } from '../../src/lib/amount.ts'
import type { ChainServiceConfig } from '../config-types.ts'
import type { Pool } from '../modules/pool.ts'

/** What amounts are worth, counted in the chain's reference stable token. */
export interface UsdPrices {
  /** A decimal string; undefined when the token has no price. */
  format(token: string, amount: bigint): string | undefined
  /** The least amount of the token worth this many millionths of a dollar; undefined when it has no price. */
  amountFor(token: string, microUsd: bigint): bigint | undefined
  /** What an amount of one token is in another, rounded up; undefined when either has no price. */
  convert(amount: bigint, fromToken: string, toToken: string): bigint | undefined
}

/** Prices are reference base units for one base unit, times 2^128. */
const SCALE = 128n
const ONE = 1n << SCALE
const HALF = ONE / 2n
/** A pool with less than this on its priced side, in whole dollars, says nothing about prices. */
const LEAST_DEPTH_USD = 1_000n
const SHOWN_DECIMALS = 12
const MICRO_DECIMALS = 6

export interface Measure {
  config: Pick<ChainServiceConfig, 'referenceStable' | 'baseTokens'>
  /** Of the reference stable token; undefined: nothing has a price. */
  stableDecimals: number | undefined
}

/** Prices spread from the reference stable token along the deepest pools, found when first asked for. */
export function createUsdPrices(
  { config, stableDecimals: decimals }: Measure,
  pools: readonly Pool[],
): UsdPrices {
  const stable = config.referenceStable.toLowerCase()
  const trusted = new Set([stable, ...config.baseTokens.map((token) => token.toLowerCase())])
  let found: ReadonlyMap<string, bigint> | undefined

  function priceOf(token: string): bigint | undefined {
    if (decimals === undefined) return undefined
    found ??= spreadPrices(pools, { stable, trusted, leastDepth: LEAST_DEPTH_USD * 10n ** BigInt(decimals) })
    return found.get(token)
  }

  return {
    format(token, amount) {
      const price = priceOf(token)
      if (price === undefined || decimals === undefined) return undefined
      const shown = (amount * price * 10n ** BigInt(SHOWN_DECIMALS)) / 10n ** BigInt(decimals)
      return formatAmount((shown + HALF) >> SCALE, SHOWN_DECIMALS)
    },
    amountFor(token, microUsd) {
      const price = priceOf(token)
      if (!price || decimals === undefined) return undefined
      const wanted = (microUsd * 10n ** BigInt(decimals)) << SCALE
      const unit = price * 10n ** BigInt(MICRO_DECIMALS)
      return (wanted + unit - 1n) / unit
    },
    convert(amount, fromToken, toToken) {
      const from = priceOf(fromToken)
      const to = priceOf(toToken)
      return from !== undefined && to ? (amount * from + to - 1n) / to : undefined
    },
  }
}

interface SpreadOptions {
  stable: string
  /** Tokens a price may be passed on from: a stranger's token never stands between. */
  trusted: ReadonlySet<string>
  leastDepth: bigint
}

/** Takes the deepest pool between a priced and an unpriced token, again and again. */
function spreadPrices(
  pools: readonly Pool[],
  { stable, trusted, leastDepth }: SpreadOptions,
): Map<string, bigint> {
  const prices = new Map([[stable, ONE]])
  for (;;) {
    let deepest = leastDepth - 1n
    let next: { token: string; price: bigint } | undefined
    for (const pool of pools) {
      for (const side of [0, 1] as const) {
        const token = pool.tokens[side === 0 ? 1 : 0]
        const known = prices.get(pool.tokens[side])
        if (known === undefined || prices.has(token) || !trusted.has(pool.tokens[side])) continue
        const depth = (pool.depth[side] * known) >> SCALE
        const price = depth > deepest ? priceAcross(pool, side, known) : 0n
        if (price === 0n) continue
        deepest = depth
        next = { token, price }
      }
    }
    if (!next) return prices
    prices.set(next.token, next.price)
  }
}

function priceAcross({ spot }: Pool, pricedSide: 0 | 1, known: bigint): bigint {
  const { numerator, denominator } = spot
  if (numerator === 0n || denominator === 0n) return 0n
  return pricedSide === 0 ? (known * denominator) / numerator : (known * numerator) / denominator
}
