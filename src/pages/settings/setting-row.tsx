import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import styles from './settings.module.css'

/** A setting of the page. */
export interface Setting {
  title: string
  /** The current value, shown while the control is closed too. */
  value: ReactNode
  control: ReactNode
  /** True if the value is not the default. */
  isChanged?: boolean
}

export interface SettingRowProps extends Setting {
  /** Shows the control on arrival. */
  isInitiallyOpen?: boolean
}

/** A row with the name and value of a setting, which opens the control in place. */
export function SettingRow({ title, value, control, isInitiallyOpen = false }: SettingRowProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  return (
    <div className={styles.row}>
      <h3>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={styles.title}>{title}</span> <span className={styles.value}>{value}</span>
          <Icon name="chevronDown" size={18} />
        </button>
      </h3>
      <div id={id} className={styles.control} hidden={!isOpen}>
        {control}
      </div>
    </div>
  )
}
