import { useEffect, useState } from 'react'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { readPastedTrade } from '../../i18n/read-amount.ts'
import { applyPastedPair } from './apply-pasted-pair.ts'

export interface PasteNoteProps {
  side: 'input' | 'output'
  text: string
  decimals: number
}

const MAX_SHOWN = 24

/** Says why nothing was taken of a paste. A whole question, "1.5 ETH to USDC", sets the pair, or says that it could not. */
export function PasteNote({ side, text, decimals }: PasteNoteProps) {
  const { t, format } = useTranslation()
  const widget = useWidget()
  const { separator } = format
  const trade = readPastedTrade(text, { separator, decimals })
  const { input, output } = trade ?? {}
  // An amount to receive is no part of a question.
  const [isUnknown, setIsUnknown] = useState(side === 'output')
  useEffect(() => {
    if (side !== 'input' || input === undefined || output === undefined) return
    const left = new AbortController()
    applyPastedPair(widget, { text, separator, input, output, signal: left.signal }).then(
      (isApplied) => !left.signal.aborted && setIsUnknown(!isApplied),
      () => !left.signal.aborted && setIsUnknown(true),
    )
    return () => left.abort()
  }, [widget, side, text, separator, input, output])
  return (
    <span role="status">
      {!trade
        ? t(getReason(text), { text: text.trim().slice(0, MAX_SHOWN) })
        : isUnknown && input && output && t('swap.paste.pair', { input, output })}
    </span>
  )
}

function getReason(text: string) {
  if (/^\s*[−‐-―-]/.test(text)) return 'swap.paste.negative'
  return /^\s*[\d.,]+\s*\p{L}+[\d-]*\s*$/u.test(text) ? 'swap.paste.short' : 'swap.paste.unclear'
}
