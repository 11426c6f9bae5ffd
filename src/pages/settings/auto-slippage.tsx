import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './settings.module.css'

/** The automatic limit and its reasons. */
export function AutoSlippage() {
  const { t, format } = useTranslation()
  const bps = useSettings((settings) => settings.slippageBps)
  const reasons = useSettings((settings) => settings.slippageReasons)
  if (!reasons) return <p className={styles.help}>{t('settings.auto.waiting')}</p>
  const { isStable, moveBps, impactBps } = reasons
  return (
    <div className={styles.help} role="status">
      <p className={styles.now}>{t('settings.auto.now', { percent: format.percent(bps) })}</p>
      <ul className={styles.reasons}>
        <li>{t(isStable ? 'settings.auto.stable' : 'settings.auto.usual')}</li>
        <li>
          {moveBps < 1
            ? t('settings.auto.calm')
            : t('settings.auto.moved', { percent: format.percent(Math.round(moveBps)) })}
        </li>
        {impactBps >= 10 && (
          <li>{t('settings.auto.impact', { percent: format.percent(Math.round(impactBps)) })}</li>
        )}
      </ul>
    </div>
  )
}
