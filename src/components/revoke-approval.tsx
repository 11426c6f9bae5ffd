import { type ExistingApproval, useRevoke } from '../hooks/use-revoke.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { part } from '../theme/part.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { LiveRegion } from './live-region.tsx'
import { Notice } from './notice.tsx'
import styles from './revoke-approval.module.css'
import { TransactionLine } from './transaction-line.tsx'

export interface RevokeApprovalProps {
  approval: ExistingApproval
  /** The symbol of the token. */
  symbol: string
  /** The text of the button. */
  label: 'remove' | 'revoke'
  /** True if the allowance is above 0. Otherwise only the result of a revocation is shown. */
  isActive: boolean
}

/** A button that revokes an approval, and its result. */
export function RevokeApproval({ approval, symbol, label, isActive }: RevokeApprovalProps) {
  const { t } = useTranslation()
  const { revocation, revoke } = useRevoke(approval)
  const { status } = revocation
  if (!isActive && status === 'idle') return null
  const isBusy = status === 'signing' || status === 'pending'
  const message = status === 'idle' || status === 'failed' ? '' : t(`revoke.${status}`, { token: symbol })
  return (
    <div className={styles.revoke} {...part('revoke', status)}>
      {status === 'failed' && <Failure error={revocation.error} />}
      {status === 'done' ? (
        <Notice tone="positive" title={message} />
      ) : (
        <Button busy={isBusy} aria-label={t(`revoke.${label}.label`, { token: symbol })} onClick={revoke}>
          {t(`revoke.${label}`)}
        </Button>
      )}
      {isBusy && <p className={styles.now}>{message}</p>}
      {(status === 'pending' || status === 'done') && (
        <TransactionLine chainId={approval.chainId} hash={revocation.hash} />
      )}
      <LiveRegion message={message} />
    </div>
  )
}

/** Explains an error with the state of the approval instead of the state of a swap. */
function Failure({ error }: { error: Parameters<typeof ErrorNotice>[0]['error'] & { code: string } }) {
  const { t } = useTranslation()
  const words =
    error.code === 'USER_REJECTED'
      ? 'revoke.declined'
      : error.code === 'ALLOWANCE_TOO_LOW'
        ? 'revoke.changed'
        : undefined
  if (!words) return <ErrorNotice error={error} />
  return (
    <>
      <Notice tone="warning" title={t('revoke.stands')}>
        {t(words)}
      </Notice>
      <LiveRegion politeness="assertive" message={`${t('revoke.stands')}. ${t(words)}`} />
    </>
  )
}
