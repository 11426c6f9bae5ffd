import { StagedWidget, type StageProps } from '../stage.tsx'
import styles from './theme-stage.module.css'

/** Two widgets with the same config, light and dark. */
export function ThemeStage({ config, onEvent }: StageProps) {
  return (
    <div className={styles.stage}>
      {(['light', 'dark'] as const).map((theme) => (
        <section key={theme} className={styles.side} data-theme={theme} aria-label={`The widget, ${theme}`}>
          {/* Kept apart: a theme that a person chooses in one widget is not that of the other. */}
          <StagedWidget
            config={{ ...config, theme, storageKey: `playground-${theme}`, fixedSettings: ['theme'] }}
            onEvent={onEvent}
          />
        </section>
      ))}
    </div>
  )
}
