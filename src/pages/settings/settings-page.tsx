import { Page } from '../../components/page.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { ApprovalAmountSetting } from './approval-amount-setting.tsx'
import { ApprovalsSetting } from './approvals-setting.tsx'
import { PauseSetting } from './pause-setting.tsx'
import { SlippageSetting } from './slippage-setting.tsx'
import { ThemeSetting } from './theme-setting.tsx'

/** The user's settings. */
export function SettingsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('settings.title')}>
      <SlippageSetting />
      <PauseSetting />
      <ThemeSetting />
      <ApprovalAmountSetting />
      <ApprovalsSetting />
    </Page>
  )
}
