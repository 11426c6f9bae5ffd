import { RadioGroup } from '../../components/radio-group.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { Setting } from './setting-row.tsx'
import styles from './settings.module.css'

/** Chooses exact or unlimited approvals. Undefined if the host allows only exact ones. */
export function useApprovalAmountSetting(): Setting | undefined {
  const { t } = useTranslation()
  const isAllowed = useConfig().approvals.unlimited
  const isUnlimited = useSettings((settings) => settings.unlimitedApprovals)
  const { settings } = useWidget()
  if (!isAllowed) return undefined
  const chosen = isUnlimited ? 'unlimited' : 'exact'
  return {
    title: t('settings.approvals'),
    value: t(`settings.approvals.${chosen}`),
    isChanged: isUnlimited,
    control: (
      <>
        <RadioGroup
          shape="segments"
          label={t('settings.approvals')}
          value={chosen}
          options={(['exact', 'unlimited'] as const).map((value) => ({
            value,
            label: t(`settings.approvals.${value}`),
          }))}
          onChange={(value) => settings.setState({ unlimitedApprovals: value === 'unlimited' })}
        />
        <p className={styles.help} role="status">
          {t(`settings.approvals.${chosen}Help`)}
        </p>
      </>
    ),
  }
}
