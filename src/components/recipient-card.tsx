import { type Address, sameAddress } from '../../wire/lib/address.ts'
import { useKnownRecipient } from '../hooks/use-known-recipient.ts'
import { useRecipientName } from '../hooks/use-recipient-name.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { part } from '../theme/part.ts'
import { Card } from './card.tsx'
import { CopyButton } from './copy-button.tsx'
import { ExplorerLink } from './explorer-link.tsx'
import { FullAddress } from './full-address.tsx'
import styles from './recipient-card.module.css'

/** The swap's accounts. */
export interface RecipientCardProps {
  intent: { chainId: number; account: Address; receiver: Address }
}

/**
 * The whole address that receives the output. Renders nothing if that is the user's own account.
 */
export function RecipientCard({ intent: { chainId, account, receiver } }: RecipientCardProps) {
  const { t } = useTranslation()
  const name = useRecipientName(receiver)
  const { label } = useKnownRecipient(receiver)
  if (sameAddress(account, receiver)) return null
  return (
    <Card className={styles.card}>
      <div className={styles.heading} {...part('recipient')}>
        <p className={styles.label}>{t('review.sentTo')}</p>
        <CopyButton value={receiver} what={t('recipient.address')} />
      </div>
      {name && (
        <bdi translate="no" className={styles.name}>
          {name}
        </bdi>
      )}
      {label && (
        <bdi translate="no" className={styles.name}>
          {label}
        </bdi>
      )}
      <FullAddress address={receiver} />
      <ExplorerLink chainId={chainId} kind="address" value={receiver} />
    </Card>
  )
}
