import type { ReactNode } from 'react'
import type { Address } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { useToken } from '../hooks/use-token.ts'
import { type TokenSafety, useTokenSafety } from '../hooks/use-token-safety.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { shortAddress } from '../lib/short-address.ts'
import { part } from '../theme/part.ts'
import styles from './token-badge.module.css'

/** The warning badge of a chosen token. */
export function TokenMark({ token }: { token: Token }): ReactNode {
  return <TokenBadge {...useTokenSafety(token)} />
}

/** A badge for look-alike, unlisted and unchecked tokens. Renders nothing for other tokens. */
export function TokenBadge({ isUnlisted, isUnknown, looksLike }: TokenSafety) {
  const { t } = useTranslation()
  if (!looksLike && !isUnlisted && !isUnknown) return null
  return (
    <bdi translate="no" className={styles.badge} {...part('token-badge')}>
      {looksLike
        ? t('tokens.lookAlike', { token: looksLike.symbol })
        : t(isUnlisted ? 'tokens.unverified' : 'tokens.unchecked')}
    </bdi>
  )
}

/** The symbol of a token with this address, or the address while loading. */
export function TokenSymbol({ chainId, address }: { chainId: number; address: Address }) {
  const { token } = useToken({ chainId, address })
  return <bdi translate="no">{token?.symbol ?? shortAddress(address)}</bdi>
}
