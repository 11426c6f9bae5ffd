import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { useChain } from '../hooks/use-chain.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useUsdPrice } from '../hooks/use-usd-price.ts'
import { useWrapCost } from '../hooks/use-wrap-cost.ts'
import { usdValue } from '../lib/usd-value.ts'
import { part } from '../theme/part.ts'
import { Detail, DetailList } from './detail-list.tsx'
import styles from './wrap-details.module.css'

export interface WrapDetailsProps {
  /** The inputs of the form, or a `SwapIntent`. */
  trade: {
    chainId: number
    inputToken: Token
    outputToken: Token
    account: Address | undefined
    wrapper?: Address | undefined
  }
}

/** The details of a wrap, whose only cost is the network cost. */
export function WrapDetails({ trade }: WrapDetailsProps) {
  const { t, format } = useTranslation()
  const { chainId, inputToken, outputToken } = trade
  const native = useChain(chainId)?.nativeCurrency
  const nativeUsd = useUsdPrice({ chainId, address: NATIVE_TOKEN })
  const costWei = useWrapCost(trade)
  return (
    <div className={styles.details} {...part('wrap')}>
      <p className={styles.terms}>
        {t('wrap.terms', {
          rate: t('price.rate', { from: inputToken.symbol, rate: '1', to: outputToken.symbol }),
        })}
      </p>
      <DetailList>
        <Detail label={t('price.networkCost')} help={t('price.networkCostHelp')}>
          {formatCost()}
        </Detail>
      </DetailList>
    </div>
  )

  function formatCost(): string {
    if (costWei === undefined || !native) return t('price.unknown')
    const amount = `${format.amount(costWei, native.decimals)} ${native.symbol}`
    const usd = usdValue(costWei, native.decimals, nativeUsd)
    return usd === undefined ? amount : `${amount} (${format.usd(usd)})`
  }
}
