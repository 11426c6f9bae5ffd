import type { Token } from '../events/types.ts'
import { useBalance } from '../hooks/use-balance.ts'
import { useChain } from '../hooks/use-chain.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useUsdPrice } from '../hooks/use-usd-price.ts'
import { useWrapCost } from '../hooks/use-wrap-cost.ts'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../lib/address.ts'
import { parseDecimal } from '../lib/amount.ts'
import { amountOfUsd } from '../lib/usd-value.ts'
import type { PriceResult } from '../wire/router.ts'
import { Notice } from './notice.tsx'

export interface GasNoticeProps {
  chainId: number
  inputToken: Token
  /** Base units. */
  inputAmount: bigint
  price: PriceResult
  account: Address | undefined
  wrapper?: Address | undefined
}

/**
 * Says that the native balance cannot pay the estimated network cost, beside the input where that is native too. Renders
 * nothing while balance or cost is unknown, and where the balance does not even pay the input: that is said elsewhere.
 * The check before signing decides; this one only tells it early.
 */
export function GasNotice({ chainId, inputToken, inputAmount, price, account, wrapper }: GasNoticeProps) {
  const { t, format } = useTranslation()
  const native = useChain(chainId)?.nativeCurrency
  const nativeUsd = useUsdPrice({ chainId, address: NATIVE_TOKEN })
  const balance = useBalance({ chainId, token: NATIVE_TOKEN }).value
  const gasUsd = parseDecimal(price.gasCostUSD)
  const wrapCost = useWrapCost({ chainId, inputToken, account, wrapper })
  const priced = native && nativeUsd && gasUsd && amountOfUsd(gasUsd, native.decimals, nativeUsd)
  const cost = wrapper ? wrapCost : priced
  if (!native || !cost || balance === undefined) return null
  const isNativeInput = isNativeToken(inputToken.address)
  const left = balance - (isNativeInput ? inputAmount : 0n)
  if (left < 0n || left >= cost) return null
  const show = (amount: bigint) => format.amount(amount, native.decimals)
  return (
    <Notice tone="warning" title={t('gas.title', { amount: show(roundUp(cost)), token: native.symbol })}>
      {t(isNativeInput ? 'gas.helpInput' : 'gas.help', { amount: show(left), token: native.symbol })}
    </Notice>
  )
}

/** To two digits: it is an estimate. */
function roundUp(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, amount.toString().length - 2))
  return ((amount + unit - 1n) / unit) * unit
}
