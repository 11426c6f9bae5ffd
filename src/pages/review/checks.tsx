import { sameAddress } from '../../../wire/lib/address.ts'
import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { Notice } from '../../components/notice.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'
import styles from './checks.module.css'

export interface ChecksProps {
  intent: SwapIntent
  verified: VerifiedQuote
}

/** The facts decoded from the transaction before the wallet opens. Each one has an explanation. */
export function Checks({ intent, verified }: ChecksProps) {
  const { t, format } = useTranslation()
  const { chainId, account, receiver, inputToken, outputToken } = intent
  const chain = useChain(chainId)
  const isPurchase = intent.outputAmount !== undefined
  const isRead = verified.minOutputAmount !== undefined
  if (!isRead && !verified.simulation) {
    return (
      <Notice tone="warning" title={t('stage.unchecked.title')}>
        {t('stage.unchecked.help')}
      </Notice>
    )
  }
  return (
    <Card className={styles.card}>
      <p className={styles.title}>{t('stage.checks.title')}</p>
      <DetailList>
        <Detail label={t('stage.checks.contract')} help={t('stage.checks.contractHelp')}>
          <bdi translate="no" title={verified.to}>{`${shortAddress(verified.to)} `}</bdi>
          <ExplorerLink chainId={chainId} kind="address" value={verified.to} />
        </Detail>
        <Detail label={t('review.recipient')} help={t('stage.checks.recipientHelp')}>
          <bdi translate="no" title={receiver}>
            {sameAddress(receiver, account) ? t('review.recipientSelf') : shortAddress(receiver)}
          </bdi>
        </Detail>
        {isPurchase && (
          <Detail label={t('stage.changes.maximum')} help={t('stage.checks.maximumHelp')}>
            <TokenAmount value={verified.maxInputAmount} token={inputToken} exact />
          </Detail>
        )}
        {verified.minOutputAmount !== undefined && !isPurchase && (
          <Detail label={t('stage.changes.minimum')} help={t('stage.checks.minimumHelp')}>
            <TokenAmount value={verified.minOutputAmount} token={outputToken} exact />
          </Detail>
        )}
        {chain && (
          <Detail label={t('stage.checks.value')} help={t('stage.checks.valueHelp')}>
            <TokenAmount value={verified.value} token={chain.nativeCurrency} exact />
          </Detail>
        )}
        {verified.deadlineAt !== undefined && (
          <Detail label={t('stage.checks.deadline')} help={t('stage.checks.deadlineHelp')}>
            {format.time(verified.deadlineAt)}
          </Detail>
        )}
      </DetailList>
    </Card>
  )
}
