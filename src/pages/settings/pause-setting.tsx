import { Card } from '../../components/card.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import styles from './settings.module.css'

/** Pauses for another confirmation of the verified balance changes before the wallet opens. */
export function PauseSetting() {
  const { t } = useTranslation()
  const pauses = useSettings((settings) => settings.pauseBeforeSigning)
  const { settings } = useWidget()
  return (
    <Card className={styles.setting}>
      <h3 className={styles.title}>{t('settings.pause')}</h3>
      <RadioGroup
        shape="segments"
        label={t('settings.pause')}
        value={pauses ? 'on' : 'off'}
        options={(['off', 'on'] as const).map((value) => ({ value, label: t(`settings.pause.${value}`) }))}
        onChange={(value) => settings.setState({ pauseBeforeSigning: value === 'on' })}
      />
    </Card>
  )
}
