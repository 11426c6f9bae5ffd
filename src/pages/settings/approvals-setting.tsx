import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { RevokeApproval } from '../../components/revoke-approval.tsx'
import { useAllowances } from '../../hooks/use-allowances.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import styles from './settings.module.css'
import { type ApprovedToken, useApprovedTokens } from './use-approved-tokens.ts'

/** The approvals that stand, each with a button that removes it. Renders nothing where there is none. */
export function ApprovalsSetting() {
  const { t } = useTranslation()
  const tokens = useApprovedTokens()
  const allowances = useAllowances(tokens.map(({ approval }) => approval))
  const rows = tokens.map((row, index) => ({
    ...row,
    key: `${row.token.chainId} ${row.token.address}`,
    allowance: allowances[index] ?? 0n,
  }))
  // A row stays when its approval is removed here, to tell the result.
  const [shown, setShown] = useState<readonly string[]>([])
  const standing = rows.filter(({ key, allowance }) => allowance > 0n || shown.includes(key))
  const added = standing.map(({ key }) => key).filter((key) => !shown.includes(key))
  if (added.length > 0) setShown([...shown, ...added])
  if (standing.length === 0) return null
  return (
    <Card className={styles.setting}>
      <h3 className={styles.title}>{t('revoke.title')}</h3>
      <p className={styles.help}>{t('revoke.help')}</p>
      <ul className={styles.approvals}>
        {standing.map(({ key, ...row }) => (
          <Approval key={key} {...row} />
        ))}
      </ul>
    </Card>
  )
}

function Approval({ token, approval, allowance }: ApprovedToken & { allowance: bigint }) {
  const { t, format } = useTranslation()
  const { chains } = useConfig()
  const chain = useChain(token.chainId)
  return (
    <li className={styles.approval}>
      <span className={styles.approved}>
        <bdi title={token.address}>
          {isUnlimited(allowance)
            ? t('revoke.unlimited', { token: token.symbol })
            : t('revoke.amount', {
                amount: format.exactAmount(allowance, token.decimals),
                token: token.symbol,
              })}
        </bdi>
        {chain && chains.length > 1 && <span className={styles.help}>{chain.label}</span>}
      </span>
      <RevokeApproval approval={approval} symbol={token.symbol} label="revoke" stands={allowance > 0n} />
    </li>
  )
}
