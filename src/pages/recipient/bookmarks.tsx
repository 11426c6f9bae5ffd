import { useId } from 'react'
import type { Address } from '../../../wire/lib/address.ts'
import { CLOSE } from '../../components/close-icon.ts'
import { FullAddress } from '../../components/full-address.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { withoutBookmark } from '../../store/kept-recipients.ts'
import styles from './recent-recipients.module.css'

/** The saved recipients with their labels and full addresses. Picking one only fills the field. */
export function Bookmarks({ onPick }: { onPick: (recipient: Address) => void }) {
  const { t } = useTranslation()
  const bookmarks = useSettings((settings) => settings.bookmarks)
  const { settings } = useWidget()
  const id = useId()
  if (bookmarks.length === 0) return null
  return (
    <section className={styles.recent} aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 className={styles.title} id={id}>
          {t('recipient.bookmarks')}
        </h3>
      </div>
      <ul className={styles.list}>
        {bookmarks.map(({ address, label }) => (
          <li key={address} className={styles.bookmark}>
            <button
              type="button"
              className={styles.item}
              aria-label={`${label}, ${address}`}
              onClick={() => onPick(address)}
            >
              <bdi translate="no" className={styles.label}>
                {label}
              </bdi>
              <FullAddress address={address} />
            </button>
            <IconButton
              icon={CLOSE}
              label={t('recipient.removeBookmark', { label })}
              onClick={() => settings.setState((state) => withoutBookmark(state, address))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
