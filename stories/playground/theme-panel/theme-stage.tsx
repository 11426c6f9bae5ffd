import { StagedWidget, type StageProps } from '../stage.tsx'
import styles from './theme-stage.module.css'

/** Two widgets with the same config, one light and one dark. */
export function ThemeStage({ config, onEvent }: StageProps) {
  return (
    <div className={styles.stage}>
      {(['light', 'dark'] as const).map((theme) => (
        <section key={theme} className={styles.side} data-theme={theme} aria-label={`The widget, ${theme}`}>
          {/* Separate storage keys prevent a theme chosen in one widget from affecting the other. */}
          <StagedWidget
            config={{ ...config, theme, storageKey: `playground-${theme}`, fixedSettings: ['theme'] }}
            onEvent={onEvent}
          />
        </section>
      ))}
    </div>
  )
}
