import { Page } from '../../components/page.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { SlippageSetting } from './slippage-setting.tsx'
import { ThemeSetting } from './theme-setting.tsx'

/** What a person may choose for themselves. */
export function SettingsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('settings.title')}>
      <SlippageSetting />
      <ThemeSetting />
    </Page>
  )
}
