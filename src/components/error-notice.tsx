import type { ReactNode } from 'react'
import { ERROR_CODES } from '../errors/codes.ts'
import { asSluiceError } from '../errors/sluice-error.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Notice } from './notice.tsx'

const tones = {
  integrator: 'negative',
  user: 'neutral',
  retry: 'warning',
  input: 'warning',
  broken: 'negative',
} as const

export interface ErrorNoticeProps {
  /** An error other than `SluiceError` is shown as `UNKNOWN`. */
  error: Error
  /** One small button. */
  action?: ReactNode
  /** Appended to the help text. */
  children?: ReactNode
}

/** An error with its title and help. */
export function ErrorNotice({ error, action, children }: ErrorNoticeProps) {
  const { t } = useTranslation()
  const { code } = asSluiceError(error)
  return (
    <Notice tone={tones[ERROR_CODES[code].group]} title={t(`error.${code}`)} action={action}>
      {t(`error.${code}.help`)}
      {children}
    </Notice>
  )
}
