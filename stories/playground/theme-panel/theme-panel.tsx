import type { ThemeTokenName, ThemeTokens } from '../../../src/theme/contract.ts'
import { themeTokenProblem } from '../../../src/theme/theme-overrides.ts'
import { Panel } from '../panel.tsx'
import { ColorRow } from './color-row.tsx'
import { ContrastReport } from './contrast-report.tsx'
import { COLOR_NAMES, PRESETS, presetOf, RANGES, TEXTS, wholeTheme, withToken } from './theme-model.ts'
import styles from './theme-panel.module.css'

interface ThemePanelProps {
  /** The overrides of the config. */
  tokens: ThemeTokens
  onChange(tokens: ThemeTokens): void
}

/** Controls for every theme token, starting from a preset. */
export function ThemePanel({ tokens, onChange }: ThemePanelProps) {
  const theme = wholeTheme(tokens)
  const set = (name: ThemeTokenName, value: string) => onChange(withToken(tokens, name, value))
  return (
    <Panel
      title="Theme"
      action={
        <label className={styles.preset}>
          Preset
          <select
            value={presetOf(tokens) ?? ''}
            onChange={(event) => onChange(PRESETS[event.target.value] ?? {})}
          >
            {presetOf(tokens) === undefined && <option value="">custom</option>}
            {Object.keys(PRESETS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      }
    >
      <ContrastReport theme={theme} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className={styles.tokens} tabIndex={0} aria-label="Theme tokens">
        <div className={styles.heads} aria-hidden="true">
          <span>Color</span>
          <span>Light</span>
          <span>Dark</span>
        </div>
        {COLOR_NAMES.map((name) => (
          <ColorRow key={name} name={name} theme={theme} onChange={(value) => set(name, value)} />
        ))}
        <h3 className={styles.group}>Shape, space and motion</h3>
        {RANGES.map(({ name, unit, max }) => (
          <label key={name} className={styles.range}>
            <span>{name}</span>
            <input
              type="range"
              aria-label={name}
              min={0}
              max={max}
              value={Math.min(max, Number.parseFloat(theme[name]) || 0)}
              aria-valuetext={theme[name]}
              onChange={(event) => set(name, `${event.target.value}${unit}`)}
            />
            <output>{theme[name]}</output>
          </label>
        ))}
        <h3 className={styles.group}>Fonts, shadows and easing</h3>
        {TEXTS.map((name) => (
          <label key={name} className={styles.text}>
            <span>{name}</span>
            <input
              type="text"
              spellCheck={false}
              // The field is uncontrolled, because an unfinished value is invalid and would be
              // reset.
              key={theme[name]}
              defaultValue={theme[name]}
              onBlur={({ target }) => {
                const isValid = themeTokenProblem(name, target.value) === undefined
                if (isValid) set(name, target.value)
                else target.value = theme[name]
              }}
            />
          </label>
        ))}
      </section>
    </Panel>
  )
}
