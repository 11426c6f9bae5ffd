import { RAY } from '../core/units.ts'

/** Converts assets to shares and back proportionally, with virtual assets and shares. */
export interface Conversion {
  totalAssets: bigint
  totalSupply: bigint
  virtualAssets: bigint
  virtualShares: bigint
  /** Assets of 10^27 shares, independent of the totals. Default: the totals decide. */
  rate?: bigint
}

/** A vault's previews of some deposits and redemptions. */
export interface Previews {
  deposits: readonly Preview[]
  redemptions: readonly Preview[]
}

export interface Preview {
  given: bigint
  received: bigint
}

const MAX_OFFSET_DECIMALS = 18

export function toShares(conversion: Conversion, assets: bigint, rounding: 'down' | 'up' = 'down'): bigint {
  const { numerator, denominator } = getSharePrice(conversion)
  return divided(assets * denominator, numerator, rounding)
}

export function toAssets(conversion: Conversion, shares: bigint, rounding: 'down' | 'up' = 'down'): bigint {
  const { numerator, denominator } = getSharePrice(conversion)
  return divided(shares * numerator, denominator, rounding)
}

/** Returns the price of a share in assets. */
export function getSharePrice(conversion: Conversion): { numerator: bigint; denominator: bigint } {
  const { totalAssets, totalSupply, virtualAssets, virtualShares, rate } = conversion
  if (rate !== undefined) return { numerator: rate, denominator: RAY }
  return { numerator: totalAssets + virtualAssets, denominator: totalSupply + virtualShares }
}

/**
 * Returns the conversion that matches the vault's previews exactly, or undefined without one, as in
 * vaults with entry or exit fees. Tries only `rate` if it is set.
 */
export function findConversion(
  totals: Pick<Conversion, 'totalAssets' | 'totalSupply'>,
  previews: Previews,
  rate?: bigint,
): Conversion | undefined {
  const offsets = Array.from({ length: MAX_OFFSET_DECIMALS + 1 }, (_, decimals) => ({
    ...totals,
    virtualAssets: 1n,
    virtualShares: 10n ** BigInt(decimals),
  }))
  const plain = { ...totals, virtualAssets: 0n, virtualShares: 0n }
  const isPlainDefined = totals.totalAssets > 0n && totals.totalSupply > 0n
  const byTotals = [...offsets, ...(isPlainDefined ? [plain] : [])]
  const byRate = rate !== undefined && rate > 0n ? [{ ...plain, rate }] : []
  return (rate === undefined ? byTotals : byRate).find(
    (conversion) =>
      previews.deposits.every(({ given, received }) => toShares(conversion, given) === received) &&
      previews.redemptions.every(({ given, received }) => toAssets(conversion, given) === received),
  )
}

function divided(value: bigint, by: bigint, rounding: 'down' | 'up'): bigint {
  return rounding === 'down' ? value / by : (value + by - 1n) / by
}
