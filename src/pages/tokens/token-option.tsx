import { isNativeToken } from '../../../wire/lib/address.ts'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import { TokenBadge } from '../../components/token-mark.tsx'
import type { Token } from '../../events/types.ts'
import { useBalance } from '../../hooks/use-balance.ts'
import { useChain } from '../../hooks/use-chain.ts'
import type { Holding } from '../../hooks/use-owned-tokens.ts'
import type { TokenSafety } from '../../hooks/use-token-safety.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { part } from '../../theme/part.ts'
import styles from './token-option.module.css'

/** A scalloped badge with a check mark. */
const VERIFIED = {
  path: 'm8.6 12.2 2.3 2.3 4.5-4.6M12 2.8l2.5 1.9 3.1-.1.9 3 2.6 1.7-1.1 2.9 1.1 2.9-2.6 1.7-.9 3-3.1-.1-2.5 1.9-2.5-1.9-3.1.1-.9-3-2.6-1.7 1.1-2.9-1.1-2.9 2.6-1.7.9-3 3.1.1Z',
}

export interface TokenOptionProps {
  id: string
  token: Token
  /**
   * The 1-based position among `count` options, because most rows of a long list are not rendered.
   */
  position: number
  count: number
  isActive: boolean
  isSelected: boolean
  /** True if the row names its network instead of the address. */
  isOfManyChains: boolean
  safety: TokenSafety
  /** The symbol of the other side's token if the host does not offer the pair. */
  refusedWith: string | undefined
  /** The row reads the balance itself if undefined. */
  holding: Holding | undefined
  onActive: () => void
  onSelect: () => void
}

/** One token of the list with the user's balance. */
export function TokenOption({
  id,
  token,
  position,
  count,
  isActive,
  isSelected,
  isOfManyChains,
  safety,
  refusedWith,
  holding,
  onActive,
  onSelect,
}: TokenOptionProps) {
  const { t } = useTranslation()
  const chain = useChain(token.chainId)
  const isVerified = !safety.isUnlisted && !safety.isUnknown && !safety.looksLike
  return (
    // The keyboard reaches an option through the search field, as the combobox pattern has it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={count}
      data-active={isActive || undefined}
      className={styles.option}
      {...part('token', isActive ? 'active' : 'idle')}
      onPointerMove={isActive ? undefined : onActive}
      // The search field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
    >
      <TokenAvatar token={token} size={36} />
      <span className={styles.words}>
        <span className={styles.symbol}>
          <bdi translate="no">{token.symbol}</bdi>{' '}
          {isVerified ? (
            <span className={styles.verified} title={t('tokens.status.listed')}>
              <Icon name={VERIFIED} size={16} />
            </span>
          ) : (
            <TokenBadge {...safety} />
          )}
          {refusedWith && (
            <span className={styles.refused}>{t('tokens.notOfferedWith', { token: refusedWith })}</span>
          )}
        </span>{' '}
        <span className={styles.name}>
          <bdi translate="no">{token.name}</bdi>{' '}
          {isOfManyChains ? (
            <bdi translate="no" className={styles.chain}>
              {chain?.label}
            </bdi>
          ) : (
            !isNativeToken(token.address) && (
              <bdi translate="no" className={styles.address}>
                {shortAddress(token.address)}
              </bdi>
            )
          )}
        </span>
      </span>{' '}
      {holding ? <Held token={token} {...holding} /> : <Balance token={token} />}
      {isVerified && <span role="img" aria-label={t('tokens.status.listed')} />}
    </div>
  )
}

function Held({ token, balance, usd }: Holding & { token: Token }) {
  const { format } = useTranslation()
  if (balance === 0n) return null
  return (
    <span className={styles.balance}>
      <span translate="no">{format.amount(balance, token.decimals, token.symbol)}</span>{' '}
      {usd !== undefined && (
        <span translate="no" className={styles.usd}>
          {format.usd(usd)}
        </span>
      )}
    </span>
  )
}

function Balance({ token }: { token: Token }) {
  const { format } = useTranslation()
  const { value, isLoading } = useBalance({ chainId: token.chainId, token: token.address })
  if (isLoading) return <Skeleton width="6ch" />
  if (!value) return null
  return (
    <span translate="no" className={styles.balance}>
      {format.amount(value, token.decimals, token.symbol)}
    </span>
  )
}
