import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { RevokeApproval } from '../../components/revoke-approval.tsx'
import { type AllowanceView, useAllowances } from '../../hooks/use-allowances.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import type { Setting } from './setting-row.tsx'
import styles from './settings.module.css'
import { type ApprovedToken, useApprovedTokens } from './use-approved-tokens.ts'

/**
 * The current approvals, each with a button that revokes it, and the unreadable ones. Undefined
 * without either.
 */
export function useApprovalsSetting(): Setting | undefined {
  const { t, format } = useTranslation()
  const tokens = useApprovedTokens()
  const rows = useAllowances(tokens.map(({ approval }) => approval)).flatMap((view, index) => {
    const row = tokens[index]
    return row ? [{ ...row, ...view, key: `${row.token.chainId} ${row.token.address}` }] : []
  })
  // A row stays after its approval was revoked or read again, to show the result.
  const [shown, setShown] = useState<readonly string[]>([])
  const current = rows.filter(
    ({ key, allowance = 0n, isUnread }) => allowance > 0n || isUnread || shown.includes(key),
  )
  const added = current.map(({ key }) => key).filter((key) => !shown.includes(key))
  if (added.length > 0) setShown([...shown, ...added])
  if (current.length === 0) return undefined
  const open = current.filter(({ allowance = 0n, isUnread }) => allowance > 0n || isUnread)
  return {
    title: t('revoke.title'),
    value: format.exactAmount(BigInt(open.length), 0),
    control: (
      <>
        <p className={styles.help}>{t('revoke.help')}</p>
        <ul className={styles.approvals}>
          {current.map(({ key, ...row }) => (
            <Approval key={key} {...row} />
          ))}
        </ul>
      </>
    ),
  }
}

function Approval({
  token,
  approval,
  allowance = 0n,
  isUnread,
  isReading,
  retry,
}: ApprovedToken & AllowanceView) {
  const { t, format } = useTranslation()
  const { chains } = useConfig()
  const chain = useChain(token.chainId)
  // An earlier allowance above zero is still useful; an earlier zero is not.
  const unread = isUnread && allowance === 0n && t('revoke.unread', { token: token.symbol })
  return (
    <li className={styles.approval}>
      <span className={styles.approved}>
        <bdi translate="no" title={token.address}>
          {unread ||
            (isUnlimited(allowance)
              ? t('revoke.unlimited', { token: token.symbol })
              : t('revoke.amount', {
                  amount: format.exactAmount(allowance, token.decimals),
                  token: token.symbol,
                }))}
        </bdi>
        {chain && chains.length > 1 && <span className={styles.help}>{chain.label}</span>}
      </span>
      {unread && (
        <Button
          size="small"
          busy={isReading}
          aria-label={`${t('action.tryAgain')}: ${unread}`}
          onClick={retry}
        >
          {t('action.tryAgain')}
        </Button>
      )}
      <RevokeApproval approval={approval} symbol={token.symbol} label="revoke" isActive={allowance > 0n} />
    </li>
  )
}
