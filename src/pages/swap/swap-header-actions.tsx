import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { useActivity } from '../../hooks/use-activity.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useDefaultSlippage } from '../../hooks/use-default-slippage.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { shortAddress } from '../../lib/short-address.ts'

export function SwapHeaderActions() {
  const { t, format } = useTranslation()
  const { push } = useNavigation()
  const { address } = useWallet().state
  const { hidden, pauseBeforeSigning } = useConfig()
  const defaultBps = useDefaultSlippage()
  const slippageBps = useSettings((settings) => settings.slippageBps)
  const { entries, pendingCount } = useActivity()
  // Compares only settings that change a swap, not the appearance.
  const changed = useSettings(
    (settings) =>
      settings.slippageBps !== defaultBps ||
      settings.deadlineSeconds !== undefined ||
      settings.modulesDisabled.length > 0 ||
      settings.pauseBeforeSigning !== pauseBeforeSigning ||
      settings.unlimitedApprovals,
  )
  return (
    <>
      {address && !hidden.includes('wallet') && (
        <Button
          variant="quiet"
          size="small"
          data-focus-key="wallet"
          aria-label={t('swap.wallet', { address: shortAddress(address) })}
          onClick={() => push('wallet')}
        >
          <Icon name="wallet" size={16} />
          <bdi translate="no">{shortAddress(address)}</bdi>
        </Button>
      )}
      {entries.length > 0 && (
        <IconButton
          icon="clock"
          data-focus-key="activity"
          marked={pendingCount > 0}
          label={pendingCount > 0 ? t('swap.activityPending', { count: pendingCount }) : t('activity.title')}
          onClick={() => push('activity')}
        />
      )}
      {!hidden.includes('settings') && (
        <IconButton
          icon="settings"
          data-focus-key="settings"
          marked={changed}
          label={
            changed ? t('swap.settingsChanged', { percent: format.percent(slippageBps) }) : t('swap.settings')
          }
          onClick={() => push('settings')}
        />
      )}
    </>
  )
}
