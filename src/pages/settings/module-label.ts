/** The name of a liquidity module, made from its id: "uniswap-v3" is "Uniswap V3". */
export function moduleLabel(id: string): string {
  return id
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
