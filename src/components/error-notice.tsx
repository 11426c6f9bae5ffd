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

/** What a person declined in the wallet, where that is more than a swap with nothing signed before. */
export type Rejection =
  | { of: 'connect' | 'switch' }
  /** The approval that was signed before, which stands. */
  | { of: 'approved'; amount: string; token: string }

export interface ErrorNoticeProps {
  /** An error other than `SluiceError` is shown as `UNKNOWN`. */
  error: Error
  /** Default: nothing was signed before. */
  rejection?: Rejection | undefined
  /** One small button. */
  action?: ReactNode
  /** Appended to the help text. */
  children?: ReactNode
}

/** An error in words: what happened, what to do. */
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

/** What happened and what to do, for a notice and for a live region beside it. */
export function useErrorLabels(): (error: Error, rejection?: Rejection) => { title: string; help: string } {
  const { t } = useTranslation()
  return (error, rejection) => {
    const { code: given, clockSkewMs } = asSluiceError(error)
    // The first page has the texts of the errors that occur there.
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
