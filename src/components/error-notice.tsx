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

/**
 * The request that the user declined in the wallet, unless it is a swap without earlier signatures.
 */
export type Rejection =
  | { of: 'connect' | 'switch' }
  /** The remaining approval that was signed before. */
  | { of: 'approved'; amount: string; token: string }

export interface ErrorNoticeProps {
  /** Any error other than a `SluiceError` is shown as `UNKNOWN`. */
  error: Error
  /** Default: a swap without earlier signatures. */
  rejection?: Rejection | undefined
  /** A small button. */
  action?: ReactNode
  /** Appended to the help text. */
  children?: ReactNode
}

/** Explains an error and what to do. */
export function ErrorNotice({ error, rejection, action, children }: ErrorNoticeProps) {
  const { title, help } = useErrorLabels()(error, rejection)
  const { group } = ERROR_CODES[asSluiceError(error).code]
  return (
    <Notice tone={tones[group]} title={title} action={action}>
      <span>{help}</span>
      {children}
    </Notice>
  )
}

/** Returns the title and help text of an error, for a notice and its live region. */
export function useErrorLabels(): (error: Error, rejection?: Rejection) => { title: string; help: string } {
  const { t } = useTranslation()
  return (error, rejection) => {
    const { code: given, clockSkewMs } = asSluiceError(error)
    // The first page contains only the texts of errors that occur there.
    const code = t(`error.${given}`) ? given : 'UNKNOWN'
    const isDeclined = code === 'USER_REJECTED'
    let title = t(`error.${code}`)
    let help = t(`error.${code}.help`)
    if (code === 'CLOCK_WRONG' && clockSkewMs !== undefined) {
      const minutes = Math.max(1, Math.round(Math.abs(clockSkewMs) / 60_000))
      help = `${t(`error.${code}.by`, { minutes })} ${help}`
    }
    if (isDeclined && rejection) {
      title = t(`rejected.${rejection.of}.title`)
      if (rejection.of !== 'approved') help = t(`rejected.${rejection.of}.help`)
    }
    if (rejection?.of === 'approved' && (isDeclined || code === 'HOST_REJECTED')) {
      help = t('rejected.approved.help', rejection)
    }
    return { title, help }
  }
}
