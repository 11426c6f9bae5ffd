import { Icon } from '../../components/icon.tsx'
import type { Token } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './fiat-toggle.module.css'

/** Switches the unit of the input amount between dollars and the token. Keeps the amount. */
export function FiatToggle({ token }: { token: Token }) {
  const { t } = useTranslation()
  const isFiat = useForm((form) => form.inputUsd !== undefined)
  const setInputUsd = useForm((form) => form.setInputUsd)
  const label = t(isFiat ? 'swap.enterToken' : 'swap.enterUsd', { token: token.symbol })
  return (
    <button
      type="button"
      className={styles.toggle}
      data-focus-key="fiat"
      aria-label={label}
      title={label}
      onClick={() => setInputUsd(isFiat ? undefined : '')}
    >
      <Icon name="invert" size={16} />
    </button>
  )
}
