import { RadioGroup } from '../../components/radio-group.tsx'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { Setting } from './setting-row.tsx'

export function useThemeSetting(): Setting {
  const { t } = useTranslation()
  const theme = useSettings((settings) => settings.theme)
  const setTheme = useSettings((settings) => settings.setTheme)
  return {
    title: t('settings.theme'),
    value: t(`settings.theme.${theme}`),
    control: (
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
    ),
  }
}
