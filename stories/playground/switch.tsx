import { useId } from 'react'
import styles from './switch.module.css'

interface SwitchProps<Value extends string> {
  /** The name of the group. */
  legend: string
  choices: readonly Value[]
  value: Value
  onChange: (value: NoInfer<Value>) => void
}

/** A few short choices in one row, of which one is selected. */
export function Switch<Value extends string>({ legend, choices, value, onChange }: SwitchProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </fieldset>
  )
}
