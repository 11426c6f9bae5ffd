import { Button } from '../../components/button.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useRecipient } from '../../hooks/use-recipient.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { part } from '../../theme/part.ts'
import styles from './recipient-row.module.css'

/** The switch and link for another recipient. Renders nothing unless the config allows one. */
export function RecipientRow() {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const { recipient: mode, lockedFields } = useConfig()
  const isLocked = lockedFields.includes('recipient')
  const setSendsToRecipient = useForm((form) => form.setSendsToRecipient)
  const { isWanted, recipient } = useRecipient()
  if (mode === 'hidden') return null
  return (
    <div className={styles.row} {...part('recipient')}>
      {mode === 'optional' && !isLocked ? (
        <label className={styles.label}>
          <input
            className={styles.box}
            type="checkbox"
            role="switch"
            aria-checked={isWanted}
            data-focus-key="send-to-recipient"
            checked={isWanted}
            onChange={(event) => setSendsToRecipient(event.target.checked)}
          />
          <span>{t('swap.sendToRecipient')}</span>
        </label>
      ) : (
        <span className={styles.label}>{t(isLocked ? 'swap.recipientLocked' : 'review.recipient')}</span>
      )}
      {isLocked && recipient && (
        <bdi translate="no" title={recipient}>
          {shortAddress(recipient)}
        </bdi>
      )}
      {isWanted && !isLocked && (
        <Button
          variant="quiet"
          data-focus-key="recipient"
          title={recipient}
          aria-label={recipient && t('swap.changeRecipient', { address: shortAddress(recipient) })}
          onClick={() => push('recipient')}
        >
          {recipient ? <bdi translate="no">{shortAddress(recipient)}</bdi> : t('swap.addRecipient')}
        </Button>
      )}
    </div>
  )
}
