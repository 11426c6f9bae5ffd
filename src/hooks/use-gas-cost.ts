import type { Token } from '../events/types.ts'
import { type Address, NATIVE_TOKEN } from '../lib/address.ts'
import { parseDecimal } from '../lib/amount.ts'
import { amountOfUsd } from '../lib/usd-value.ts'
import type { PriceResult } from '../wire/router.ts'
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

/** The estimated network cost of a trade in wei; undefined while unknown. Every form and review element uses it. */
export function useGasCost(inputs: GasCostInputs | undefined): bigint | undefined {
  const { chainId = 0, price, wrapper } = inputs ?? {}
  const native = useChain(chainId)?.nativeCurrency
  const nativeUsd = useUsdPrice(inputs && { chainId, address: NATIVE_TOKEN })
  const wrapCost = useWrapCost(inputs)
  if (wrapper) return wrapCost
  const gasUsd = parseDecimal(price?.gasCostUSD)
  return native && nativeUsd && gasUsd ? amountOfUsd(gasUsd, native.decimals, nativeUsd) : undefined
}
