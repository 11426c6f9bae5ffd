import type { ThemeTokenName } from '../../../src/theme/contract.ts'
import { findLowContrast } from '../../../src/theme/contrast.ts'
import styles from './theme-panel.module.css'

/** Lists the pairs of colors with too little contrast. */
export function ContrastReport({ theme }: { theme: Record<ThemeTokenName, string> }) {
  const low = (['light', 'dark'] as const).flatMap((scheme) =>
    findLowContrast(theme, scheme).map((pair) => ({ ...pair, scheme })),
  )
  return (
    <div className={styles.report} data-state={low.length ? 'low' : 'good'}>
      <p role="status">
        {low.length === 0
          ? 'Contrast: every text and control meets WCAG 2.2 AA in both schemes.'
          : `Contrast: ${low.length} ${low.length === 1 ? 'pair is' : 'pairs are'} too close.`}
      </p>
      {low.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <section className={styles.pairs} tabIndex={0} aria-label="Pairs with too little contrast">
          <ul>
            {low.map(({ scheme, ink, ground, needed, found }) => (
              <li key={`${scheme} ${ink} ${ground}`}>
                <code>{ink}</code> on <code>{ground}</code>, {scheme}:{' '}
                {found === undefined ? 'unknown' : `${found.toFixed(1)}:1`}, at least {needed}:1
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
