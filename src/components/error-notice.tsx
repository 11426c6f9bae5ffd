import type { ReactNode } from 'react'
import { ERROR_CODES } from '../errors/codes.ts'
import { asSluiceError } from '../errors/sluice-error.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import type { Translate } from '../i18n/types.ts'
import { Notice } from './notice.tsx'

const tones = {
  integrator: 'negative',
  user: 'neutral',
  retry: 'warning',
  input: 'warning',
  broken: 'negative',
} as const

/** The title and the help text of an error. */
export interface ErrorLabels {
  title: string
  help: string
}

export interface ErrorNoticeProps {
  /** Any error other than a `SluiceError` is shown as `UNKNOWN`. */
  error: Error
  /** Default: the labels of the error's code. */
  labels?: ErrorLabels
  /** A small button. */
  action?: ReactNode
  /** Appended to the help text. */
  children?: ReactNode
}

/** Explains an error and what to do. */
export function ErrorNotice({ error, labels, action, children }: ErrorNoticeProps) {
  const { t } = useTranslation()
  const { title, help } = labels ?? getErrorLabels(t, error)
  const { group } = ERROR_CODES[asSluiceError(error).code]
  return (
    <Notice tone={tones[group]} title={title} action={action}>
      <span>{help}</span>
      {children}
    </Notice>
  )
}

export function getErrorLabels(t: Translate, error: Error): ErrorLabels {
  const { code: given } = asSluiceError(error)
  // The first page contains only the texts of errors that occur there.
  const code = t(`error.${given}`) ? given : 'UNKNOWN'
  return { title: t(`error.${code}`), help: t(`error.${code}.help`) }
}
