import type { ReactNode } from 'react'
import { ERROR_CODES } from '../errors/codes.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { useWords } from '../hooks/use-words.ts'
import { Notice } from './notice.tsx'

const tones = {
  integrator: 'negative',
  user: 'neutral',
  retry: 'warning',
  input: 'warning',
  broken: 'negative',
} as const

export interface ErrorNoticeProps {
  error: SluiceError
  /** One small button. */
  action?: ReactNode
  /** Said after the advice. */
  children?: ReactNode
}

/** An error in words: what happened, what to do. */
export function ErrorNotice({ error, action, children }: ErrorNoticeProps) {
  const { t } = useWords()
  return (
    <Notice tone={tones[ERROR_CODES[error.code].group]} title={t(`error.${error.code}`)} action={action}>
      {t(`error.${error.code}.help`)}
      {children}
    </Notice>
  )
}
