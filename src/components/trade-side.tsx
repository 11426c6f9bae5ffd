import type { ReactNode } from 'react'
import type { Token } from '../events/types.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { classNames } from './class-names.ts'
import { TokenAmount } from './token-amount.tsx'
import { TokenAvatar } from './token-avatar.tsx'
import { TokenMark } from './token-mark.tsx'
import styles from './trade-side.module.css'

export interface TradeSideProps {
  label: string
  token: Token
  /** Base units. Undefined if unknown. */
  amount: bigint | undefined
  /** Shows every digit. Use it for fixed amounts instead of expected ones. */
  exact?: boolean
  /** Not shown if undefined. */
  usd?: number | undefined
  /** Content below the amount. */
  note?: ReactNode
}

const MAX_LARGE_LENGTH = 14

/** Returns whether an amount with its symbol needs smaller type. */
export function isLongAmount(amount: string, { symbol }: Pick<Token, 'symbol'>): boolean {
  return amount.length + symbol.length > MAX_LARGE_LENGTH
}

/** One side of a trade on the review and progress pages. */
export function TradeSide({ label, token, amount, exact = false, usd, note }: TradeSideProps) {
  const { t, format } = useTranslation()
  const isLong = isLongAmount(exact ? format.exactAmount(amount ?? 0n, token.decimals) : '', token)
  return (
    <div className={styles.side}>
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        <p className={classNames(styles.amount, isLong && styles.long)}>
          {amount === undefined ? (
            t('price.unknown')
          ) : (
            <TokenAmount value={amount} token={token} exact={exact} />
          )}
        </p>
        {usd !== undefined && (
          <p translate="no" className={styles.note}>
            {format.usd(usd)}
          </p>
        )}
        {note && <p className={styles.note}>{note}</p>}
        <TokenMark token={token} />
      </div>
      <TokenAvatar token={token} size={44} />
    </div>
  )
}
