import { Page } from '../../components/page.tsx'
import type { FixableSetting } from '../../config/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { ApprovalAmountSetting } from './approval-amount-setting.tsx'
import { ApprovalsSetting } from './approvals-setting.tsx'
import { BalancesSetting } from './balances-setting.tsx'
import { DeadlineSetting } from './deadline-setting.tsx'
import { LanguageSetting } from './language-setting.tsx'
import { ModulesSetting } from './modules-setting.tsx'
import { PauseSetting } from './pause-setting.tsx'
import { PrivateRpcSetting } from './private-rpc-setting.tsx'
import { ResetSettings } from './reset-settings.tsx'
import { SlippageSetting } from './slippage-setting.tsx'
import { ThemeSetting } from './theme-setting.tsx'
import { useSettingsEvents } from './use-settings-events.ts'

/** The settings that the host leaves to the user. */
export function SettingsPage() {
  useSettingsEvents()
  const { t } = useTranslation()
  const { fixedSettings, pauseBeforeSigning } = useConfig()
  const isFree = (setting: FixableSetting) => !fixedSettings.includes(setting)
  return (
    <Page title={t('settings.title')}>
      {isFree('slippageBps') && <SlippageSetting />}
      {isFree('deadlineSeconds') && <DeadlineSetting />}
      {isFree('modulesDisabled') && <ModulesSetting />}
      {isFree('pauseBeforeSigning') && !pauseBeforeSigning && <PauseSetting />}
      {isFree('hidesSmallBalances') && <BalancesSetting />}
      {isFree('theme') && <ThemeSetting />}
      {isFree('language') && <LanguageSetting />}
      <ApprovalAmountSetting />
      <ApprovalsSetting />
      <PrivateRpcSetting />
      <ResetSettings />
    </Page>
  )
}
