import { useId, useLayoutEffect, useRef, useState } from 'react'
import { formatAmount } from '../../../wire/lib/amount.ts'
import { classNames } from '../../components/class-names.ts'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useDefaultSlippage } from '../../hooks/use-default-slippage.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { readTypedAmount } from '../../i18n/read-amount.ts'
import { AutoSlippage } from './auto-slippage.tsx'
import { LimitedAmount } from './limited-amount.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'
import { readSlippage, SLIPPAGE_PRESETS_BPS, type SlippageReading, slippageLevel } from './slippage.ts'

/** The slippage limit (automatic, a preset, or a custom value) and the minimum it leaves. */
export function SlippageSetting() {
  const { t, format } = useTranslation()
  const { slippageBoundsBps: bounds } = useConfig()
  const { settings } = useWidget()
  const bps = useSettings((state) => state.slippageBps)
  const isAuto = useSettings((state) => state.isSlippageAuto)
  const setBps = useSettings((state) => state.setSlippageBps)
  const defaultBps = useDefaultSlippage()
  const presets = [...new Set([...SLIPPAGE_PRESETS_BPS, defaultBps])]
    .filter((preset) => preset >= bounds.min && preset <= bounds.max)
    .sort((a, b) => a - b)
  const own = isAuto || presets.includes(bps) ? '' : formatAmount(BigInt(bps), 2)
  const [custom, setCustom] = useState(own)
  /** The limit shown by the field. A different limit comes from elsewhere, such as a reset. */
  const [known, setKnown] = useState({ bps, isAuto })
  if (known.bps !== bps || known.isAuto !== isAuto) {
    setKnown({ bps, isAuto })
    setCustom(own)
  }
  const id = useId()
  const reading: SlippageReading = custom === '' ? { kind: 'bps', bps } : readSlippage(custom, bounds)
  const getProblem = useProblems()
  const problem = isAuto && custom === '' ? undefined : getProblem(reading)

  const typedBps = custom !== '' && reading.kind === 'bps' ? reading.bps : undefined

  /** Applies a typed number when the field is left, because it may be incomplete before. */
  const commit = () => {
    if (typedBps === undefined) return
    setKnown({ bps: typedBps, isAuto: false })
    setBps(typedBps)
  }
  const leave = useRef(commit)
  useLayoutEffect(() => {
    leave.current = custom === own ? () => {} : commit
  })
  // Escape leaves the page without a blur.
  useLayoutEffect(() => () => leave.current(), [])

  const shownBps = format.percent(typedBps ?? bps)
  return (
    <SettingRow
      title={t('settings.slippage')}
      value={isAuto && custom === '' ? t('settings.slippageAuto') : shownBps}
      isInitiallyOpen
      control={
        <>
          <p className={styles.help}>{t('settings.slippageHelp')}</p>
          <div className={styles.slippage}>
            <RadioGroup
              shape="segments"
              label={t('settings.slippage')}
              value={custom !== '' ? undefined : isAuto ? 'auto' : bps}
              options={[
                { value: 'auto' as const, label: t('settings.slippageAuto') },
                ...presets.map((preset) => ({ value: preset, label: format.percent(preset) })),
              ]}
              onChange={(choice) => {
                setCustom('')
                if (choice === 'auto') settings.setState({ isSlippageAuto: true })
                else
                  settings.setState({
                    slippageBps: choice,
                    isSlippageChosen: choice !== defaultBps,
                    isSlippageAuto: false,
                  })
              }}
            />
            <CustomLimit
              text={custom}
              isInvalid={reading.kind !== 'bps'}
              describedBy={problem ? `${id}problem` : undefined}
              onChange={setCustom}
              onCommit={commit}
            />
          </div>
          {isAuto && custom === '' && <AutoSlippage />}
          {problem && (
            <div id={`${id}problem`}>
              <Notice tone={problem.tone} title={problem.text} />
            </div>
          )}
          <LimitedAmount typedBps={typedBps} />
          <LiveRegion message={problem?.text ?? ''} />
        </>
      }
    />
  )
}

interface CustomLimitProps {
  /** The typed number, with ".". */
  text: string
  isInvalid: boolean
  describedBy: string | undefined
  onChange: (text: string) => void
  onCommit: () => void
}

function CustomLimit({ text, isInvalid, describedBy, onChange, onCommit }: CustomLimitProps) {
  const { t, format } = useTranslation()
  const defaultBps = useDefaultSlippage()
  const type = (typed: string) => {
    const next = readTypedAmount(typed, { separator: format.separator, decimals: 2 })
    if (next !== undefined) onChange(next)
  }
  return (
    <TextField
      shape="control"
      className={classNames(styles.custom, text !== '' && styles.used)}
      label={t('settings.slippageCustom')}
      inputMode="decimal"
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      placeholder={format.percent(defaultBps).replace(/\s?%/, '')}
      value={text.replace('.', format.separator)}
      onChange={(event) => type(event.target.value)}
      onBlur={onCommit}
      onKeyDown={(event) => event.key === 'Enter' && onCommit()}
      after={<span aria-hidden="true">%</span>}
    />
  )
}

interface Problem {
  tone: 'warning' | 'negative'
  text: string
}

/** Returns a function that explains what is wrong with a limit. */
function useProblems(): (read: SlippageReading) => Problem | undefined {
  const { t, format } = useTranslation()
  const { slippageBoundsBps: bounds } = useConfig()
  const defaultBps = useDefaultSlippage()
  return (read) => {
    if (read.kind === 'too-high')
      return {
        tone: 'negative',
        text: t('settings.slippageTooHigh', { percent: format.percent(bounds.max) }),
      }
    if (read.kind === 'too-low')
      return { tone: 'negative', text: t('settings.slippageTooLow', { percent: format.percent(bounds.min) }) }
    if (read.kind === 'not-a-number')
      return {
        tone: 'negative',
        text: t('settings.slippageInvalid', { example: format.percent(defaultBps) }),
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
