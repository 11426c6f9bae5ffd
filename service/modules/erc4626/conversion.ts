import { RAY } from '../core/units.ts'

/** Converts assets to shares and back: proportionally, with virtual assets and shares. */
export interface Conversion {
  totalAssets: bigint
  totalSupply: bigint
  virtualAssets: bigint
  virtualShares: bigint
  /** Assets of 10^27 shares: shares are worth this much, whatever the vault holds. Default: as the totals say. */
  rate?: bigint
}

/** A vault's previews of deposits and redemptions of some amounts. */
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

/** Assets for a share. */
export function getSharePrice(conversion: Conversion): { numerator: bigint; denominator: bigint } {
  const { totalAssets, totalSupply, virtualAssets, virtualShares, rate } = conversion
  if (rate !== undefined) return { numerator: rate, denominator: RAY }
  return { numerator: totalAssets + virtualAssets, denominator: totalSupply + virtualShares }
}

/**
 * The conversion that matches the vault's previews exactly; undefined without a match, as in vaults with entry or exit
 * fees. With `rate` only that is tried.
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
