import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { Notice } from '../../components/notice.tsx'
import { TokenAmount } from '../../components/token-amount.tsx'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { sameAddress } from '../../lib/address.ts'
import type { BalanceChange } from '../../wire/router.ts'
import styles from './balance-changes.module.css'

export interface BalanceChangesProps {
  intent: SwapIntent
  verified: VerifiedQuote
}

/** The balance changes of our own simulation, independent of the service. */
export function BalanceChanges({ intent, verified }: BalanceChangesProps) {
  const { t } = useTranslation()
  const isPurchase = intent.outputAmount !== undefined
  const changes = verified.simulation?.balanceChanges
    .filter(
      ({ account, delta }) =>
        BigInt(delta) !== 0n &&
        (sameAddress(account, intent.account) || sameAddress(account, intent.receiver)),
    )
    // What leaves stands above what arrives, whichever order the logs have.
    .sort((a, b) => Number(BigInt(a.delta) > 0n) - Number(BigInt(b.delta) > 0n))
  if (!changes && verified.minOutputAmount === undefined) {
    return (
      <Notice tone="warning" title={t('stage.unchecked.title')}>
        {t('stage.unchecked.help')}
      </Notice>
    )
  }
  return (
    <Card className={styles.card}>
      <p className={styles.title}>
        <Icon name="shield" size={18} />
        {t(
          changes
            ? 'stage.changes.title'
            : isPurchase
              ? 'stage.changes.titleMaximum'
              : 'stage.changes.titleMinimum',
        )}
      </p>
      <DetailList>
        {changes?.map((change) => (
          <ChangeRow key={`${change.account}${change.token}`} intent={intent} change={change} />
        ))}
        {isPurchase && (
          <Detail label={t('stage.changes.maximum')}>
            <TokenAmount value={verified.maxInputAmount} token={intent.inputToken} exact />
          </Detail>
        )}
        {verified.minOutputAmount !== undefined && !isPurchase && (
          <Detail label={t('stage.changes.minimum')}>
            <TokenAmount value={verified.minOutputAmount} token={intent.outputToken} exact />
          </Detail>
        )}
      </DetailList>
      <p className={styles.help}>
        {t(changes ? 'stage.changes.help' : isPurchase ? 'stage.changes.noneMaximum' : 'stage.changes.none')}
      </p>
    </Card>
  )
}

function ChangeRow({ intent, change }: { intent: SwapIntent; change: BalanceChange }) {
  const { t } = useTranslation()
  const { token } = useToken({ chainId: intent.chainId, address: change.token })
  const delta = BigInt(change.delta)
  const arrives = delta > 0n
  const arrivesAt = sameAddress(change.account, intent.account)
    ? 'stage.changes.in'
    : 'stage.changes.inRecipient'
  return (
    <Detail label={t(arrives ? arrivesAt : 'stage.changes.out')} tone={arrives ? 'positive' : 'plain'}>
      {token && (
        <>
          {arrives ? '+' : '−'}
          <TokenAmount value={arrives ? delta : -delta} token={token} exact />
        </>
      )}
    </Detail>
  )
}
