import { asSluiceError } from '../errors/sluice-error.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { type ErrorLabels, getErrorLabels } from './error-notice.tsx'

/**
 * The request that the user declined in the wallet, unless it is a swap without earlier signatures.
 */
export type Rejection =
  | { of: 'connect' | 'switch' }
  /** The remaining approval that was signed before. */
  | { of: 'approved'; amount: string; token: string }

/** The labels of an error of a wallet or of a swap, for a notice and for a live region beside it. */
export function useErrorLabels(): (error: Error, rejection?: Rejection) => ErrorLabels {
  const { t } = useTranslation()
  return (error, rejection) => {
    const { code, clockSkewMs } = asSluiceError(error)
    const isDeclined = code === 'USER_REJECTED'
    let { title, help } = getErrorLabels(t, error)
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
