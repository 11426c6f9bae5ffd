import { Skeleton } from '../../components/skeleton.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { tokenKey } from '../../lib/token-key.ts'
import styles from './account-tokens.module.css'
import type { AccountValue } from './use-account-value.ts'

const MAX_ROWS = 5
/** The sum of the known values, or nothing if none is known. */
export function TotalValue({ isLoading, total, isPartial }: AccountValue) {
  const { t, format } = useTranslation()
  if (!isLoading && total === 0) return null
  const sum = format.usd(total)
  return (
    <p className={styles.total}>
      <span className={styles.label}>{t('wallet.total')}</span>
      <span translate="no" className={styles.sum}>
        {isLoading ? <Skeleton width="7ch" /> : isPartial ? t('review.atLeast', { amount: sum }) : sum}
      </span>
    </p>
  )
}

/** The most valuable tokens of the account. */
export function AccountTokens({ isLoading, tokens }: AccountValue) {
  const { t, format } = useTranslation()
  if (isLoading) {
    return (
      <div className={styles.rows} aria-busy="true">
        <Skeleton width="100%" height="52px" />
        <Skeleton width="100%" height="52px" />
      </div>
    )
  }
  if (tokens.length === 0) return null
  return (
    <ul className={styles.rows} aria-label={t('tokens.group.yours')}>
      {tokens.slice(0, MAX_ROWS).map(({ token, balance, usd }) => (
        <li key={tokenKey(token)} className={styles.token}>
          <TokenAvatar token={token} size={32} />
          <bdi translate="no" className={styles.symbol} title={token.name}>
            {token.symbol}
          </bdi>
          <span translate="no" className={styles.balance}>
            <span>{format.amount(balance, token.decimals, token.symbol)}</span>
            {usd !== undefined && <span className={styles.usd}>{format.usd(usd)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
