import { ErrorNotice } from './error-notice.tsx'
import { type Rejection, useErrorLabels } from './use-error-labels.ts'

export interface WalletErrorNoticeProps {
  error: Error
  /** Default: nothing was signed before. */
  rejection?: Rejection | undefined
}

/** An error of a wallet or of a swap in words. */
export function WalletErrorNotice({ error, rejection }: WalletErrorNoticeProps) {
  return <ErrorNotice error={error} labels={useErrorLabels()(error, rejection)} />
}
