import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useDefaultSlippage } from '../../hooks/use-default-slippage.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { readTypedAmount } from '../../i18n/read-amount.ts'
import { formatAmount } from '../../lib/amount.ts'
import styles from './settings.module.css'
import { readSlippage, SLIPPAGE_PRESETS_BPS, type SlippageReading, slippageLevel } from './slippage.ts'

/** The slippage limit: three presets or a custom value. */
export function SlippageSetting() {
  const { t, format } = useTranslation()
  const { slippageBoundsBps: bounds } = useConfig()
  const defaultBps = useDefaultSlippage()
  const bps = useSettings((settings) => settings.slippageBps)
  const setBps = useSettings((settings) => settings.setSlippageBps)
  const presets: readonly number[] = SLIPPAGE_PRESETS_BPS.filter(
    (preset) => preset >= bounds.min && preset <= bounds.max,
  )
  const [custom, setCustom] = useState(presets.includes(bps) ? '' : formatAmount(BigInt(bps), 2))
  const id = useId()
  const reading: SlippageReading = custom === '' ? { kind: 'bps', bps } : readSlippage(custom, bounds)
  const problem = getProblem(reading)

  const type = (text: string) => {
    const next = readTypedAmount(text, { separator: format.separator, decimals: 2 })
    if (next !== undefined) setCustom(next)
  }

  /** A typed number is applied on blur or Enter, because it may be incomplete before. */
  const commit = () => {
    if (reading.kind === 'bps') setBps(reading.bps)
  }

  return (
    <Card className={styles.setting}>
      <div className={styles.heading}>
        <h3 className={styles.title} id={`${id}title`}>
          {t('settings.slippage')}
        </h3>
        {bps !== defaultBps && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              setBps(defaultBps)
              setCustom(presets.includes(defaultBps) ? '' : formatAmount(BigInt(defaultBps), 2))
            }}
          >
            {t('settings.reset', { percent: format.percent(defaultBps) })}
          </Button>
        )}
      </div>
      <p className={styles.help}>{t('settings.slippageHelp')}</p>
      <div className={styles.slippage}>
        {presets.length > 0 && (
          <RadioGroup
            shape="segments"
            label={t('settings.slippage')}
            value={custom === '' ? bps : undefined}
            options={presets.map((preset) => ({ value: preset, label: format.percent(preset) }))}
            onChange={(preset) => {
              setCustom('')
              setBps(preset)
            }}
          />
        )}
        <span className={styles.custom} data-used={custom !== '' || undefined}>
          <input
            className={styles.input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={t('settings.slippageCustom')}
            aria-invalid={reading.kind !== 'bps' || undefined}
            aria-describedby={problem ? `${id}problem` : undefined}
            placeholder={format.percent(defaultBps).replace(/\s?%/, '')}
            value={custom.replace('.', format.separator)}
            onChange={(event) => type(event.target.value)}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
          <span aria-hidden="true">%</span>
        </span>
      </div>
      {problem && (
        <div id={`${id}problem`}>
          <Notice tone={problem.tone} title={problem.text} />
        </div>
      )}
      <LiveRegion message={problem?.text ?? ''} />
    </Card>
  )

  function getProblem(read: SlippageReading): { tone: 'warning' | 'negative'; text: string } | undefined {
    if (read.kind === 'too-high') {
      return {
        tone: 'negative',
        text: t('settings.slippageTooHigh', { percent: format.percent(bounds.max) }),
      }
    }
    if (read.kind === 'too-low') {
      return {
        tone: 'negative',
        text: t('settings.slippageTooLow', { percent: format.percent(bounds.min) }),
      }
    }
    if (read.kind === 'not-a-number') {
      return {
        tone: 'negative',
        text: t('settings.slippageInvalid', { example: format.percent(defaultBps) }),
      }
    }
    switch (slippageLevel(read.bps)) {
      case 'low':
        return { tone: 'warning', text: t('settings.slippageLow') }
      case 'high':
        return { tone: 'warning', text: t('settings.slippageHigh') }
      case 'very-high':
        return { tone: 'negative', text: t('settings.slippageVeryHigh') }
      default:
        return undefined
    }
  }
}
