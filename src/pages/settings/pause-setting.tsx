import { RadioGroup } from '../../components/radio-group.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { Setting } from './setting-row.tsx'

/**
 * Pauses for another confirmation of the verified balance changes before the wallet opens.
 * Undefined if the host requires the pause.
 */
export function usePauseSetting(): Setting | undefined {
  const { t } = useTranslation()
  const pauses = useSettings((settings) => settings.pauseBeforeSigning)
  const { settings } = useWidget()
  const isRequired = useConfig().pauseBeforeSigning
  if (isRequired) return undefined
  const chosen = pauses ? 'on' : 'off'
  return {
    title: t('settings.pause'),
    value: t(`settings.pause.${chosen}`),
    isChanged: pauses,
    control: (
      <RadioGroup
        shape="segments"
        label={t('settings.pause')}
        value={chosen}
        options={(['off', 'on'] as const).map((value) => ({ value, label: t(`settings.pause.${value}`) }))}
        onChange={(value) => settings.setState({ pauseBeforeSigning: value === 'on' })}
      />
    ),
  }
}
