import { Card } from '../../components/card.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import styles from './settings.module.css'

/** Chooses exact or unlimited approvals. Renders nothing if the host allows only exact ones. */
export function ApprovalAmountSetting() {
  const { t } = useTranslation()
  const isAllowed = useConfig().approvals.unlimited
  const isUnlimited = useSettings((settings) => settings.unlimitedApprovals)
  const { settings } = useWidget()
  if (!isAllowed) return null
  const chosen = isUnlimited ? 'unlimited' : 'exact'
  return (
    <Card className={styles.setting}>
      <h3 className={styles.title}>{t('settings.approvals')}</h3>
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
    </Card>
  )
}
