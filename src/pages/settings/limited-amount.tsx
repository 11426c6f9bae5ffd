import { Detail, DetailList } from '../../components/detail-list.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import { useChain } from '../../hooks/use-chain.ts'
import { usePrice } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { maximumInput, minimumOutput } from '../../lib/amount.ts'

/** What the limit means for the trade in the form: the minimum received, or the most paid. */
export function LimitedAmount() {
  const { t } = useTranslation()
  const view = usePrice()
  const inputs = view.status === 'ready' ? view.inputs : undefined
  const hasCodec = useChain(inputs?.chainId)?.codec !== 'none'
  if (view.status !== 'ready' || !inputs || inputs.wrapper || !hasCodec) return null
  const { slippageBps, outputAmount, inputToken, outputToken } = inputs
  return (
    <DetailList>
      {outputAmount === undefined ? (
        <Detail label={t('price.minimum')} help={t('price.minimumHelp')}>
          <TokenAmount value={minimumOutput(view.outputAmount, slippageBps)} token={outputToken} />
        </Detail>
      ) : (
        <Detail label={t('price.maximum')} help={t('price.maximumHelp')}>
          <TokenAmount value={maximumInput(view.inputAmount, slippageBps)} token={inputToken} maximum />
        </Detail>
      )}
    </DetailList>
  )
}
