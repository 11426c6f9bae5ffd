/** Converts assets to shares and back: proportionally, with virtual assets and shares. */
export interface Conversion {
  totalAssets: bigint
  totalSupply: bigint
  virtualAssets: bigint
  virtualShares: bigint
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
  const { totalAssets, totalSupply, virtualAssets, virtualShares } = conversion
  return divided(assets * (totalSupply + virtualShares), totalAssets + virtualAssets, rounding)
}

export function toAssets(conversion: Conversion, shares: bigint, rounding: 'down' | 'up' = 'down'): bigint {
  const { totalAssets, totalSupply, virtualAssets, virtualShares } = conversion
  return divided(shares * (totalAssets + virtualAssets), totalSupply + virtualShares, rounding)
}

/**
 * The conversion that matches the vault's previews exactly; undefined without a match, as in vaults with entry or exit
 * fees.
 */
export function findConversion(
  totals: Pick<Conversion, 'totalAssets' | 'totalSupply'>,
  previews: Previews,
): Conversion | undefined {
  const offsets = Array.from({ length: MAX_OFFSET_DECIMALS + 1 }, (_, decimals) => ({
    ...totals,
    virtualAssets: 1n,
    virtualShares: 10n ** BigInt(decimals),
  }))
  const plain = { ...totals, virtualAssets: 0n, virtualShares: 0n }
  const isPlainDefined = totals.totalAssets > 0n && totals.totalSupply > 0n
  return [...offsets, ...(isPlainDefined ? [plain] : [])].find(
    (conversion) =>
      previews.deposits.every(({ given, received }) => toShares(conversion, given) === received) &&
      previews.redemptions.every(({ given, received }) => toAssets(conversion, given) === received),
  )
}

function divided(value: bigint, by: bigint, rounding: 'down' | 'up'): bigint {
  return rounding === 'down' ? value / by : (value + by - 1n) / by
}
