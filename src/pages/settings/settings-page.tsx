import { Card } from '../../components/card.tsx'
import { Page } from '../../components/page.tsx'
import type { FixableSetting } from '../../config/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useApprovalAmountSetting } from './approval-amount-setting.tsx'
import { useApprovalsSetting } from './approvals-setting.tsx'
import { useBalancesSetting } from './balances-setting.tsx'
import { useDeadlineSetting } from './deadline-setting.tsx'
import { LanguageSetting } from './language-setting.tsx'
import { useModulesSetting } from './modules-setting.tsx'
import { usePauseSetting } from './pause-setting.tsx'
import { usePrivateRpcSetting } from './private-rpc-setting.tsx'
import { ResetSettings } from './reset-settings.tsx'
import { type Setting, SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'
import { SlippageSetting } from './slippage-setting.tsx'
import { useThemeSetting } from './theme-setting.tsx'
import { useSettingsEvents } from './use-settings-events.ts'

/** The settings that the host leaves to the user. */
export function SettingsPage() {
  useSettingsEvents()
  const { t } = useTranslation()
  const { fixedSettings } = useConfig()
  const unlessFixed = (name: FixableSetting, setting: Setting | undefined) =>
    fixedSettings.includes(name) ? undefined : setting
  const approvals = useApprovalsSetting()
  const theme = unlessFixed('theme', useThemeSetting())
  const balances = unlessFixed('hidesSmallBalances', useBalancesSetting())
  const advanced = [
    unlessFixed('deadlineSeconds', useDeadlineSetting()),
    unlessFixed('modulesDisabled', useModulesSetting()),
    unlessFixed('pauseBeforeSigning', usePauseSetting()),
    useApprovalAmountSetting(),
    usePrivateRpcSetting(),
  ].filter((setting) => setting !== undefined)
  return (
    <Page title={t('settings.title')}>
      <Card>
        <div className={styles.rows}>
          {!fixedSettings.includes('slippageBps') && <SlippageSetting />}
          {approvals && <SettingRow {...approvals} />}
          {theme && <SettingRow {...theme} />}
          {!fixedSettings.includes('language') && <LanguageSetting />}
          {balances && <SettingRow {...balances} />}
          {advanced.length > 0 && (
            <SettingRow
              title={t('settings.advanced')}
              value={advanced.some(({ isChanged }) => isChanged) && t('settings.changed')}
              control={
                <div className={styles.rows}>
                  {advanced.map((setting) => (
                    <SettingRow key={setting.title} {...setting} />
                  ))}
                </div>
              }
            />
          )}
        </div>
      </Card>
      <ResetSettings />
    </Page>
  )
}
