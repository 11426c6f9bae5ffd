import type { ReactNode } from 'react'
import type { Token } from '../events/types.ts'
import { useToken } from '../hooks/use-token.ts'
import { type TokenStanding, useTokenStanding } from '../hooks/use-token-standing.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import type { Address } from '../lib/address.ts'
import { shortAddress } from '../lib/short-address.ts'
import styles from './token-badge.module.css'

/** The badge of a token that was chosen. */
export function TokenMark({ token }: { token: Token }): ReactNode {
  return <TokenBadge {...useTokenStanding(token)} />
}

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

/** The symbol of a token known by its address alone; the address until it is known. */
export function TokenSymbol({ chainId, address }: { chainId: number; address: Address }) {
  const { token } = useToken({ chainId, address })
  return <bdi>{token?.symbol ?? shortAddress(address)}</bdi>
}
