import { useId } from 'react'
import styles from './choice.module.css'

export interface ChoiceProps<Value extends string | number> {
  label: string
  /** Undefined: none is selected. */
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A radio group in one row. */
export function Choice<Value extends string | number>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.label}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
