import type { ReactNode } from 'react'
import type { Token } from '../events/types.ts'
import { useChain } from '../hooks/use-chain.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { classNames } from './class-names.ts'
import { TokenAddress } from './token-address.tsx'
import { TokenAmount } from './token-amount.tsx'
import { TokenAvatar } from './token-avatar.tsx'
import styles from './trade-side.module.css'

export interface TradeSideProps {
  label: string
  token: Token
  /** The sign of a balance change. Hides the network, which is shown elsewhere. */
  sign?: '+' | '−'
  /** Base units. Undefined if unknown. */
  amount: bigint | undefined
  /** Shows every digit. Use it for fixed amounts instead of expected ones. */
  exact?: boolean
  /** Not shown if undefined. */
  usd?: number | undefined
  /** Content below the amount. */
  note?: ReactNode
}

/** One side of a trade on the review and progress pages. */
export function TradeSide({ label, token, sign, amount, exact = false, usd, note }: TradeSideProps) {
  const { t, format } = useTranslation()
  const { chains } = useConfig()
  const chain = useChain(token.chainId)
  return (
    <div className={styles.side}>
      <TokenAvatar token={token} size={44} />
      <div className={styles.words}>
        <p className={styles.label}>
          {!sign && chain && chains.length > 1 ? `${label} · ${chain.label}` : label}
        </p>
        <p className={classNames(styles.amount, sign && styles.signed)}>
          {amount === undefined ? (
            t('price.unknown')
          ) : (
            <bdi translate="no" dir="ltr">
              {sign && <span>{sign}</span>}
              <TokenAmount value={amount} token={token} exact={exact} />
            </bdi>
          )}
        </p>
        {usd !== undefined && (
          <p translate="no" className={styles.usd}>
            {format.usd(usd)}
          </p>
        )}
        <TokenAddress token={token} />
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </div>
  )
}
