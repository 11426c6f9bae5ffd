import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import type { Token } from '../../events/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { part } from '../../theme/part.ts'
import styles from './token-button.module.css'

export interface TokenButtonProps {
  side: 'input' | 'output'
  token: Token | undefined
  /** True while the details of a chosen token load. */
  isLoading: boolean
  onClick: () => void
}

/** Shows the chosen token and opens the token page. */
export function TokenButton({ side, token, isLoading, onClick }: TokenButtonProps) {
  const { t } = useTranslation()
  const { chains, lockedFields } = useConfig()
  const known = useChain(token?.chainId)
  const chain = chains.length > 1 ? known : undefined
  const name = token ? `${token.symbol}${chain ? `, ${chain.label}` : ''}` : t('swap.chooseToken')
  const isLocked = lockedFields.includes(side)
  return (
    <button
      type="button"
      {...part('token-button', isLocked ? 'locked' : token || isLoading ? 'chosen' : 'empty')}
      data-focus-key={`token-${side}`}
      className={classNames(styles.button, !token && !isLoading && styles.empty)}
      aria-label={t(LABELS[side][isLocked ? 'locked' : 'open'], { token: name })}
      disabled={isLocked}
      onClick={onClick}
    >
      {token && <TokenAvatar token={token} size={30} />}
      <span className={styles.words}>
        <span className={styles.symbol} translate={token && 'no'}>
          {token?.symbol ?? (isLoading ? <Skeleton width="4ch" /> : t('swap.chooseToken'))}
        </span>
        {chain && <span className={styles.chain}>{chain.label}</span>}
      </span>
      {!isLocked && <Icon name="chevronDown" size={16} />}
    </button>
  )
}

const LABELS = {
  input: { open: 'swap.payToken', locked: 'swap.payTokenLocked' },
  output: { open: 'swap.receiveToken', locked: 'swap.receiveTokenLocked' },
} as const
