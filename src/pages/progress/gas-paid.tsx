import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { TokenAmount } from '../../components/token-amount.tsx'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { usdValue } from '../../lib/usd-value.ts'

/** A paid network cost in the native token and in dollars. Undefined is unknown. */
export function GasPaid({ chainId, wei }: { chainId: number; wei: bigint | undefined }) {
  const { t, format } = useTranslation()
  const native = useChain(chainId)?.nativeCurrency
  const price = useUsdPrice({ chainId, address: NATIVE_TOKEN })
  if (wei === undefined || !native) return <span>{t('price.unknown')}</span>
  const usd = usdValue(wei, native.decimals, price)
  return (
    <>
      <TokenAmount value={wei} token={native} />
      {usd !== undefined && <span translate="no">{` · ${format.usd(usd)}`}</span>}
    </>
  )
}
