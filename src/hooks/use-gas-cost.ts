import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { parseDecimal } from '../../wire/lib/amount.ts'
import type { PriceResult } from '../../wire/router.ts'
import type { Token } from '../events/types.ts'
import { amountOfUsd } from '../lib/amount-of-usd.ts'
import { useChain } from './use-chain.ts'
import { useUsdPrice } from './use-usd-price.ts'
import { useWrapCost } from './use-wrap-cost.ts'

export interface GasCostInputs {
  chainId: number
  inputToken: Token
  price: Pick<PriceResult, 'gasCostUSD'>
  account: Address | undefined
  wrapper?: Address | undefined
}

/**
 * Estimates the network cost of a trade in wei. Undefined while unknown. All elements of form and
 * review use this estimate.
 */
export function useGasCost(inputs: GasCostInputs | undefined): bigint | undefined {
  const { chainId = 0, price, wrapper } = inputs ?? {}
  const native = useChain(chainId)?.nativeCurrency
  const nativeUsd = useUsdPrice(inputs && { chainId, address: NATIVE_TOKEN })
  const wrapCost = useWrapCost(inputs)
  if (wrapper) return wrapCost
  const gasUsd = parseDecimal(price?.gasCostUSD)
  return native && nativeUsd && gasUsd ? amountOfUsd(gasUsd, native.decimals, nativeUsd) : undefined
}
