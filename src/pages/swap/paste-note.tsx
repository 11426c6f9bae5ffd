import { useEffect, useState } from 'react'
import { LiveRegion } from '../../components/live-region.tsx'
import type { Token } from '../../events/types.ts'
import { useDelay } from '../../hooks/use-delay.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { plainText } from '../../i18n/read-amount.ts'
import { hasForeignCurrency, readPastedTrade } from '../../i18n/read-pasted-amount.ts'
import type { Pasted } from './amount/amount-field.tsx'
import { applyPastedPair, type PairOutcome } from './apply-pasted-pair.ts'
import styles from './paste-note.module.css'

export interface PasteNoteProps extends Pasted {
  side: 'input' | 'output'
  /** The expected unit. Undefined while the token is unknown. */
  unit: Pick<Token, 'decimals' | 'symbol'> | undefined
}

const MAX_SHOWN = 24
/** Screen readers announce content only in a live region that they have already registered. */
const ANNOUNCE_MS = 100

/**
 * Explains why a paste was not applied. A pasted "1.5 ETH to USDC" sets the pair, or explains why
 * it cannot.
 */
export function PasteNote({ side, text, isUsd, unit }: PasteNoteProps) {
  const { t, format } = useTranslation()
  const widget = useWidget()
  const { separator } = format
  const trade = readPastedTrade(text, { separator, decimals: unit?.decimals ?? 18, isUsd })
  const { input, output } = trade ?? {}
  const written = plainText(text).trim()
  const isMoney = unit !== undefined && hasForeignCurrency(text, isUsd)
  // A text pasted into the output never sets a pair.
  const [outcome, setOutcome] = useState<PairOutcome>(side === 'output' ? 'refused' : 'left')
  const isSeen = useDelay(ANNOUNCE_MS)
  useEffect(() => {
    if (side !== 'input' || input === undefined || output === undefined) return
    const left = new AbortController()
    applyPastedPair(widget, { text, separator, input, output, signal: left.signal }).then(
      (made) => !left.signal.aborted && setOutcome(made),
      () => !left.signal.aborted && setOutcome('refused'),
    )
    return () => left.abort()
  }, [widget, side, text, separator, input, output])
  const pair = input !== undefined && output !== undefined ? { input, output } : undefined
  const note = !trade
    ? t(getReason(written, isMoney), { text: written.slice(0, MAX_SHOWN), token: unit?.symbol ?? '' })
    : outcome === 'refused' && pair && t('swap.paste.pair', pair)
  const made =
    outcome === 'set' && pair && t('progress.left', { ...pair, input: `${trade?.amount} ${pair.input}` })
  return (
    <>
      {note && (
        <span className={styles.note} title={note}>
          {note}
        </span>
      )}
      <LiveRegion message={(isSeen && (note || made)) || ''} />
    </>
  )
}

function getReason(text: string, isMoney: boolean) {
  if (/^\s*[−‐-―-]/.test(text)) return 'swap.paste.negative'
  if (isMoney) return 'swap.paste.currency'
  return /^\s*[\d.,]+\s*\p{L}+[\d-]*\s*$/u.test(text) ? 'swap.paste.short' : 'swap.paste.unclear'
}

export function CutNote({ unit }: { unit: Pick<Token, 'decimals' | 'symbol'> }) {
  const { t } = useTranslation()
  const { decimals, symbol } = unit
  return (
    <span role="status">
      {decimals === 0
        ? t('swap.cutWhole', { token: symbol })
        : t('swap.cut', { count: decimals, token: symbol })}
    </span>
  )
}
