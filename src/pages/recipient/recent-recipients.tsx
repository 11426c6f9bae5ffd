import { useId } from 'react'
import type { Address } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { FullAddress } from '../../components/full-address.tsx'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import styles from './recent-recipients.module.css'

/**
 * Shows full addresses, because an address-poisoning copy often has the same first and last digits.
 */
export function RecentRecipients({ onPick }: { onPick: (recipient: Address) => void }) {
  const { t } = useTranslation()
  const recent = useSettings((settings) => settings.recentRecipients)
  const { settings } = useWidget()
  const id = useId()
  if (recent.length === 0) return null
  return (
    <section className={styles.recent} aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 className={styles.title} id={id}>
          {t('recipient.recent')}
        </h3>
        <Button variant="quiet" size="small" onClick={() => settings.setState({ recentRecipients: [] })}>
          {t('recipient.clearRecent')}
        </Button>
      </div>
      <ul className={styles.list}>
        {recent.map((address) => (
          <li key={address}>
            <button
              type="button"
              className={styles.item}
              aria-label={address}
              onClick={() => onPick(address)}
            >
              <FullAddress address={address} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
