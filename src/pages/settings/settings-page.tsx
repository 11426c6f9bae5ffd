import { Page } from '../../components/page.tsx'
import { useWords } from '../../hooks/use-words.ts'
import { SlippageSetting } from './slippage-setting.tsx'
import { ThemeSetting } from './theme-setting.tsx'

/** What a person may choose for themselves. */
export function SettingsPage() {
  const { t } = useWords()
  return (
    <Page title={t('settings.title')}>
      <SlippageSetting />
      <ThemeSetting />
    </Page>
  )
}
