import type { TokenStanding } from '../hooks/use-token-standing.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import styles from './token-badge.module.css'

/** A lasting word of doubt beside a symbol; nothing where there is none. */
export function TokenBadge({ isUnlisted, looksLike }: TokenStanding) {
  const { t } = useTranslation()
  if (!looksLike && !isUnlisted) return null
  return (
    <bdi className={styles.badge} data-part="token-badge">
      {looksLike ? t('tokens.lookAlike', { token: looksLike.symbol }) : t('tokens.unverified')}
    </bdi>
  )
}
