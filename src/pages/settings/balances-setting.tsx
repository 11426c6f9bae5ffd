import { RadioGroup } from '../../components/radio-group.tsx'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { SMALL_BALANCE_USD } from '../../lib/thresholds.ts'
import type { Setting } from './setting-row.tsx'
import styles from './settings.module.css'

/** Hides or shows small balances in the token list. */
export function useBalancesSetting(): Setting {
  const { t, format } = useTranslation()
  const { settings } = useWidget()
  const hides = useSettings((state) => state.hidesSmallBalances)
  const chosen = hides ? 'hide' : 'show'
  return {
    title: t('settings.balances'),
    value: t(`settings.balances.${chosen}`),
    control: (
      <>
        <p className={styles.help}>{t('settings.balancesHelp', { amount: format.usd(SMALL_BALANCE_USD) })}</p>
        <RadioGroup
          shape="segments"
          label={t('settings.balances')}
          value={chosen}
          options={(['show', 'hide'] as const).map((value) => ({
            value,
            label: t(`settings.balances.${value}`),
          }))}
          onChange={(value) => settings.setState({ hidesSmallBalances: value === 'hide' })}
        />
      </>
    ),
  }
}
