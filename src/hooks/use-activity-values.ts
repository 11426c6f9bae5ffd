import { tokenKey } from '../lib/token-key.ts'
import { usdValue } from '../lib/usd-value.ts'
import type { ActivityEntry } from '../store/types.ts'
import { useUsdPrices } from './use-usd-prices.ts'

/**
 * Returns the present USD values of what the swaps paid, in their order. Undefined if unknown. The
 * received token is not used, because anyone can give a new token a false price.
 */
export function useActivityValues(entries: readonly ActivityEntry[]): (number | undefined)[] {
  const tokens = [...new Map(entries.map(({ inputToken }) => [tokenKey(inputToken), inputToken])).values()]
  const { prices } = useUsdPrices(tokens)
  const byToken = new Map(tokens.map((token, index) => [tokenKey(token), prices[index]]))
  return entries.map(({ inputToken, inputAmount, paid }) =>
    usdValue(BigInt(paid ?? inputAmount), inputToken.decimals, byToken.get(tokenKey(inputToken))),
  )
}
