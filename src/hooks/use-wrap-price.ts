import { useMemo } from 'react'
import { wrapPrice } from '../execution/machine/wrap-price.ts'
import { NATIVE_TOKEN } from '../lib/address.ts'
import { usdValue } from '../lib/usd-value.ts'
import type { PriceInputs } from '../queries/price-query.ts'
import type { PriceResult } from '../wire/router.ts'
import { useUsdPrices } from './use-usd-prices.ts'
import { useWrapCost } from './use-wrap-cost.ts'

/** The price of wrapping or unwrapping, made here; undefined for inputs the service has to price. */
export function useWrapPrice(inputs: PriceInputs | undefined): PriceResult | undefined {
  const costWei = useWrapCost(inputs)
  const wrapped = inputs?.wrapper && inputs
  const [nativeUsd] = useUsdPrices(wrapped ? [{ chainId: wrapped.chainId, address: NATIVE_TOKEN }] : [])
  const gasUsd =
    wrapped && costWei !== undefined ? usdValue(costWei, wrapped.inputToken.decimals, nativeUsd) : undefined
  return useMemo(() => {
    const { inputAmount } = wrapped ?? {}
    return wrapped && inputAmount !== undefined ? wrapPrice({ ...wrapped, inputAmount }, gasUsd) : undefined
  }, [wrapped, gasUsd])
}
