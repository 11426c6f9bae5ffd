import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import { Detail } from '../../components/detail-list.tsx'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { usdValue } from '../../lib/usd-value.ts'

export interface NetworkCostProps {
  intent: SwapIntent
  verified: VerifiedQuote | undefined
}

/** The network cost from the price, then from our simulation and the node's gas price. */
export function NetworkCost({ intent, verified }: NetworkCostProps) {
  const { t, format } = useTranslation()
  const native = useChain(intent.chainId)?.nativeCurrency
  const nativeUsd = useUsdPrice({ chainId: intent.chainId, address: NATIVE_TOKEN })
  const costWei = verified?.gasCostWei
  const usd =
    costWei === undefined || !native
      ? parseDecimal(intent.price.gasCostUSD)
      : usdValue(costWei, native.decimals, nativeUsd)
  const amount =
    costWei === undefined || !native
      ? undefined
      : `${format.amount(costWei, native.decimals)} ${native.symbol}`
  const cost = usd === undefined ? amount : format.usd(usd)
  return (
    <Detail
      label={t('price.networkCost')}
      help={t('price.networkCostHelp')}
      note={usd !== undefined && amount}
    >
      {cost === undefined ? t('price.unknown') : t('price.about', { amount: cost })}
    </Detail>
  )
}
