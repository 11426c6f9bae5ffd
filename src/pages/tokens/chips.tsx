import { useId } from 'react'
import styles from './chips.module.css'

export interface ChipsProps<Value extends string | number> {
  /** The name of the group. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  disabled?: boolean
  onChange: (value: Value) => void
}

/** A row of choices, one of which is chosen: a radio group. */
export function Chips<Value extends string | number>({
  label,
  options,
  value,
  disabled,
  onChange,
}: ChipsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.chips} aria-label={label} disabled={disabled}>
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
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
