import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import type { TokenId } from '../../config/types.ts'
import type { Token } from '../../events/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { TokenCard } from './token-card.tsx'

export interface MovedChainProps {
  /** The chosen token. */
  token: Token
  /** The token of the other side, which has no counterpart on the chain of the chosen token. */
  other: TokenId
  /** True if the chosen token is itself the counterpart. */
  isSame: boolean
  onUse: () => void
  onCancel: () => void
}

/** Warns that a token of another network clears the other side. */
export function MovedChain({ token, other, isSame, onUse, onCancel }: MovedChainProps) {
  const { t } = useTranslation()
  const chain = useChain(token.chainId)?.label ?? ''
  const symbol = useToken(other).token?.symbol ?? shortAddress(other.address)
  return (
    <>
      <TokenCard token={token} />
      <Notice
        tone="warning"
        title={t(isSame ? 'tokens.moved.same' : 'tokens.moved.title', { token: symbol, chain })}
      >
        {t('tokens.moved.help', { token: symbol, chosen: token.symbol, chain })}
      </Notice>
      <Button variant="primary" size="large" onClick={onUse}>
        {t('tokens.select', { token: token.symbol })}
      </Button>
      <Button size="large" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </>
  )
}
