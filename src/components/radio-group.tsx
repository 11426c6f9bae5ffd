import { type ReactNode, useId } from 'react'
import { part } from '../theme/part.ts'
import { classNames } from './class-names.ts'
import styles from './radio-group.module.css'

export interface RadioGroupProps<Value extends string | number> {
  /** The name of the group. */
  label: string
  /**
   * `segments`: one row of equal parts. `chips`: as many rows as needed. `strip`: one row
   * that scrolls, with the labels of unselected options hidden behind their icons.
   */
  shape: 'segments' | 'chips' | 'strip'
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  /** No option is selected if undefined. */
  value: Value | undefined
  disabled?: boolean
  onChange: (value: Value) => void
}

/** A few visible choices of which at most one is selected. */
export function RadioGroup<Value extends string | number>({
  label,
  shape,
  options,
  value,
  disabled,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset
      className={classNames(styles.group, styles[shape])}
      {...part('choices')}
      aria-label={label}
      disabled={disabled}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.option} title={option.icon ? option.label : undefined}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span
            className={styles.label}
            {...part('choice', option.value === value ? 'checked' : 'unchecked')}
          >
            {option.icon ? (
              <>
                {option.icon}
                <span className={styles.name}>{option.label}</span>
              </>
            ) : (
              option.label
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
