import { useRef, useState } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import type { TokenType } from '../../../wire/tokens.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { TokenBadge } from '../../components/token-mark.tsx'
import { TokenWarnings } from '../../components/token-warnings.tsx'
import { YieldArea } from '../../components/yield-area.tsx'
import type { Token } from '../../events/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useEarningType } from '../../hooks/use-earning-type.ts'
import { useTokenMemory } from '../../hooks/use-token-memory.ts'
import type { TokenSafety } from '../../hooks/use-token-safety.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { hasToken } from '../../store/token-memory.ts'
import { TokenCard } from './token-card.tsx'
import styles from './tokens-page.module.css'
import { TYPE_LABELS } from './type-filter.tsx'

export interface TokenDetailsProps {
  token: Token
  safety: TokenSafety
  /** Undefined if the catalogue does not provide it. */
  type: TokenType | undefined
  onSelect: () => void
}

/** The metadata, price and listing status of one token. */
export function TokenDetails({ token, safety, type: listedType, onSelect }: TokenDetailsProps) {
  const { t, format } = useTranslation()
  const chain = useChain(token.chainId)
  const price = useUsdPrice(token)
  // Search results have no type.
  const earningType = useEarningType(token)
  const type = listedType ?? earningType
  const memory = useTokenMemory()
  const [isForgotten, setIsForgotten] = useState(false)
  const selectButton = useRef<HTMLDivElement>(null)
  const isMarked = safety.isUnlisted || safety.isUnknown || safety.looksLike !== undefined
  return (
    <>
      <TokenCard token={token} />
      <TokenWarnings token={token} safety={safety} />
      <Card className={styles.facts}>
        <DetailList>
          <Detail label={t('tokens.status')}>
            {isMarked ? (
              <TokenBadge {...safety} />
            ) : (
              t(isNativeToken(token.address) ? 'tokens.status.native' : 'tokens.status.listed')
            )}
          </Detail>
          <Detail label={t('tokens.price')}>
            {price === undefined ? t('price.unknown') : format.usd(price)}
          </Detail>
          {type && type !== 'tradable' && <Detail label={t('tokens.type')}>{t(TYPE_LABELS[type])}</Detail>}
          <Detail label={t('tokens.chain')}>{chain?.label}</Detail>
          <Detail label={t('tokens.decimals')}>{format.seconds(token.decimals)}</Detail>
        </DetailList>
        <YieldArea token={token} />
      </Card>
      {isForgotten && <Notice tone="neutral" title={t('tokens.forgotten', { token: token.symbol })} />}
      <div ref={selectButton} className={styles.select}>
        <Button variant="primary" size="large" onClick={onSelect}>
          {t('tokens.select', { token: token.symbol })}
        </Button>
      </div>
      <Button size="large" onClick={() => memory.togglePinned(token)}>
        {t(hasToken(memory.pinned, token) ? 'tokens.unpin' : 'tokens.pin')}
      </Button>
      {hasToken(memory.imported, token) && (
        <Button
          size="large"
          onClick={() => {
            memory.forget(token)
            setIsForgotten(true)
            selectButton.current?.querySelector('button')?.focus()
          }}
        >
          {t('tokens.forget')}
        </Button>
      )}
      <LiveRegion message={isForgotten ? t('tokens.forgotten', { token: token.symbol }) : ''} />
    </>
  )
}
