import styles from './toggle.module.css'

interface ToggleProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

export function Toggle({ label, checked, onChange }: ToggleProps) {
  return (
    <label className={styles.toggle}>
      {label}
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    </label>
  )
}
