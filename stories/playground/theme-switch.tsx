import styles from './theme-switch.module.css'

export type PageTheme = 'system' | 'light' | 'dark'
const choices: PageTheme[] = ['light', 'dark', 'system']

interface ThemeSwitchProps {
  theme: PageTheme
  onChange(theme: PageTheme): void
}

export function ThemeSwitch({ theme, onChange }: ThemeSwitchProps) {
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>Theme</legend>
      {choices.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input
            type="radio"
            name="page-theme"
            value={choice}
            checked={choice === theme}
            onChange={() => onChange(choice)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </fieldset>
  )
}
