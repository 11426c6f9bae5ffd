import { maximumInput, minimumOutput } from '../../../wire/lib/amount.ts'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { useChain } from '../../hooks/use-chain.ts'
import { usePrice } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

export interface LimitedAmountProps {
  /** A typed limit that is not applied yet. Default: the limit of the settings. */
  typedBps?: number | undefined
}

/**
 * The minimum received or maximum paid under the limit for the trade in the form. The row stays
 * while a price loads, so that controls below do not move under a pointer.
 */
export function LimitedAmount({ typedBps }: LimitedAmountProps) {
  const { t } = useTranslation()
  const view = usePrice()
  const inputs = view.status === 'ready' || view.status === 'loading' ? view.inputs : undefined
  const hasCodec = useChain(inputs?.chainId)?.codec !== 'none'
  if (!inputs || inputs.wrapper || !hasCodec) return null
  const { outputAmount, inputToken, outputToken } = inputs
  const slippageBps = typedBps ?? inputs.slippageBps
  const price = view.status === 'ready' ? view : undefined
  return (
    <DetailList>
      {outputAmount === undefined ? (
        <Detail label={t('price.minimum')} help={t('price.minimumHelp')}>
          {price ? (
            <TokenAmount value={minimumOutput(price.outputAmount, slippageBps)} token={outputToken} />
          ) : (
            <Skeleton width="10ch" />
          )}
        </Detail>
      ) : (
        <Detail label={t('price.maximum')} help={t('price.maximumHelp')}>
          {price ? (
            <TokenAmount value={maximumInput(price.inputAmount, slippageBps)} token={inputToken} maximum />
          ) : (
            <Skeleton width="10ch" />
          )}
        </Detail>
      )}
    </DetailList>
  )
}
