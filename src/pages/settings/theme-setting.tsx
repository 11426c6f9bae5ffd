import { Card } from '../../components/card.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './settings.module.css'

export function ThemeSetting() {
  const { t } = useTranslation()
  const theme = useSettings((settings) => settings.theme)
  const setTheme = useSettings((settings) => settings.setTheme)
  return (
    <Card className={styles.setting}>
      <h3 className={styles.title}>{t('settings.theme')}</h3>
      <RadioGroup
        shape="segments"
        label={t('settings.theme')}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`settings.theme.${value}`),
        }))}
        onChange={setTheme}
      />
    </Card>
  )
}
