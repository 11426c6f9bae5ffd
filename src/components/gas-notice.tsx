import { useEffect } from 'react'
import { isNativeToken, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { useBalance } from '../hooks/use-balance.ts'
import { useChain } from '../hooks/use-chain.ts'
import { type GasCostInputs, useGasCost } from '../hooks/use-gas-cost.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Notice } from './notice.tsx'

export interface GasNoticeProps extends GasCostInputs {
  /** Base units. */
  inputAmount: bigint
  /**
   * Called with the label of a blocked button while the balance is too low, else with undefined.
   */
  onShort?: (label: string | undefined) => void
}

/**
 * Warns that the native balance does not cover the estimated network cost and a native input.
 * Renders nothing while the balance or the cost is unknown, or if the balance does not cover the
 * input alone. The check before signing decides.
 */
export function GasNotice({ inputAmount, onShort, ...inputs }: GasNoticeProps) {
  const { chainId, inputToken } = inputs
  const { t, format } = useTranslation()
  const native = useChain(chainId)?.nativeCurrency
  const balance = useBalance({ chainId, token: NATIVE_TOKEN }).value
  const cost = useGasCost(inputs)
  const isNativeInput = isNativeToken(inputToken.address)
  const left = balance === undefined ? undefined : balance - (isNativeInput ? inputAmount : 0n)
  const isShort = cost !== undefined && left !== undefined && left >= 0n && left < cost
  const label = isShort && native ? t('gas.button', { token: native.symbol }) : undefined
  useEffect(() => {
    onShort?.(label)
    return () => onShort?.(undefined)
  }, [label, onShort])
  if (!native || !isShort) return null
  const show = (amount: bigint) => format.amount(amount, native.decimals)
  return (
    <Notice tone="warning" title={t('gas.title', { amount: show(roundUp(cost)), token: native.symbol })}>
      {t(isNativeInput ? 'gas.helpInput' : 'gas.help', { amount: show(left), token: native.symbol })}
    </Notice>
  )
}

/** Rounds up to two digits, because the cost is an estimate. */
function roundUp(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, amount.toString().length - 2))
  return ((amount + unit - 1n) / unit) * unit
}
