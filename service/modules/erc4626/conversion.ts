/** How a vault turns assets into shares and back: in proportion, with a few of each that nobody owns. */
export interface Conversion {
  totalAssets: bigint
  totalSupply: bigint
  virtualAssets: bigint
  virtualShares: bigint
}

/** What a vault says a deposit and a redemption of some amounts would give. */
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
 * The conversion that gives exactly what the vault's previews say; undefined when none of the known ones does, as in
 * vaults that charge for coming or going.
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
