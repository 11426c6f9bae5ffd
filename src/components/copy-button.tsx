import { useEffect, useState } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { IconButton } from './icon-button.tsx'
import { LiveRegion } from './live-region.tsx'

export interface CopyButtonProps {
  value: string
  /** The name of the copied value for the label, e.g. "address". */
  what: string
}

const COPY = {
  path: 'M9 9V6a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-3M6 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2Z',
}

const SHOWN_MS = 1_600

export function CopyButton({ value, what }: CopyButtonProps) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => {
    // The page may forbid clipboard access; then nothing is confirmed.
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => {},
    )
  }

  return (
    <>
      <IconButton icon={copied ? 'check' : COPY} label={t('action.copy', { what })} onClick={copy} />
      <LiveRegion message={copied ? t('action.copied') : ''} />
    </>
  )
}
