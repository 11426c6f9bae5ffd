import { RadioGroup } from '../../components/radio-group.tsx'
import { forChain } from '../../config/per-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { MAX_CHOSEN_DEADLINE_SECONDS } from '../../lib/thresholds.ts'
import type { Setting } from './setting-row.tsx'
import styles from './settings.module.css'

const CHOICES_SECONDS = [120, 300, 1_200, 3_600, MAX_CHOSEN_DEADLINE_SECONDS]

/** The time in which a signed swap can be executed. Undefined if no router enforces it. */
export function useDeadlineSetting(): Setting | undefined {
  const { t, locale } = useTranslation()
  const { settings } = useWidget()
  const { chains, deadlineSeconds } = useConfig()
  const host = forChain(
    deadlineSeconds,
    useForm((form) => form.inputChainId),
  )
  const chosen = useSettings((state) => state.deadlineSeconds) ?? host
  if (chains.every(({ codec }) => codec === 'route-description')) return undefined
  const choices = [...new Set([...CHOICES_SECONDS, host, chosen])].sort((a, b) => a - b)
  return {
    title: t('settings.deadline'),
    value: formatDuration(chosen * 1_000, locale),
    isChanged: chosen !== host,
    control: (
      <>
        <p className={styles.help}>{t('settings.deadlineHelp')}</p>
        <RadioGroup
          shape="chips"
          label={t('settings.deadline')}
          value={chosen}
          options={choices.map((value) => ({ value, label: formatDuration(value * 1_000, locale) }))}
          onChange={(value) => settings.setState({ deadlineSeconds: value === host ? undefined : value })}
        />
      </>
    ),
  }
}
