import type { ThemeTokenName } from '../../../src/theme/contract.ts'
import { colorIn, findLowContrast } from '../../../src/theme/contrast.ts'
import { withSide } from './theme-model.ts'
import styles from './theme-panel.module.css'

interface ColorRowProps {
  name: ThemeTokenName
  theme: Record<ThemeTokenName, string>
  onChange(value: string): void
}

/**
 * One color of the theme in both schemes, with a mark if its contrast with another color is too
 * low.
 */
export function ColorRow({ name, theme, onChange }: ColorRowProps) {
  return (
    <div className={styles.color}>
      <span>{name}</span>
      {(['light', 'dark'] as const).map((scheme) => {
        const color = colorIn(scheme, theme[name])
        const isLow = findLowContrast(theme, scheme).some((pair) => pair.ink === name || pair.ground === name)
        return (
          <span key={scheme} className={styles.side} data-low={isLow || undefined}>
            <input
              type="color"
              aria-label={`${name}, ${scheme}${isLow ? ', contrast too low' : ''}`}
              title={color ?? theme[name]}
              value={color ?? '#808080'}
              onChange={(event) => onChange(withSide(theme[name], scheme, event.target.value))}
            />
            <code>{color ?? theme[name]}</code>
          </span>
        )
      })}
    </div>
  )
}
