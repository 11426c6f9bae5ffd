import { Icon } from '../../components/icon.tsx'
import { useForm } from '../../hooks/use-form.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './flip-button.module.css'

/** Switches input and output token. Placed between the two panels. */
export function FlipButton() {
  const { t } = useTranslation()
  const flip = useForm((form) => form.flip)
  return (
    <div className={styles.seam}>
      <button
        type="button"
        className={styles.button}
        aria-label={t('swap.flip')}
        title={t('swap.flip')}
        onClick={flip}
      >
        <Icon name="flip" size={18} />
      </button>
    </div>
  )
}
