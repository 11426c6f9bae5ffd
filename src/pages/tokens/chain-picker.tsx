import { useId } from 'react'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './chain-picker.module.css'

export interface ChainPickerProps {
  chainId: number
  onChange: (chainId: number) => void
}

/** A radio group of the configured chains. */
export function ChainPicker({ chainId, onChange }: ChainPickerProps) {
  const { t } = useTranslation()
  const { chains } = useConfig()
  const name = useId()
  return (
    <fieldset className={styles.chains} aria-label={t('tokens.chain')}>
      {chains.map((chain) => (
        <label key={chain.id} className={styles.chain}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={chain.id}
            checked={chain.id === chainId}
            onChange={() => onChange(chain.id)}
          />
          <span className={styles.label}>{chain.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
