import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { Notice } from '../../components/notice.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import type { Token } from '../../events/types.ts'
import type { TokenStanding } from '../../hooks/use-token-standing.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isNativeToken } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'
import styles from './doubtful-token.module.css'

export interface DoubtfulTokenProps {
  token: Token
  standing: TokenStanding
  onUse: () => void
  onCancel: () => void
}

/** A warning before an unlisted or look-alike token is used. */
export function DoubtfulToken({ token, standing, onUse, onCancel }: DoubtfulTokenProps) {
  const { t } = useTranslation()
  const { isUnlisted, looksLike } = standing
  return (
    <>
      <Card className={styles.token}>
        <TokenAvatar token={token} size={44} />
        <div className={styles.words}>
          <p className={styles.symbol}>
            <bdi>{token.symbol}</bdi>
          </p>
          <p className={styles.name}>
            <bdi>{token.name}</bdi>
          </p>
        </div>
        <div className={styles.address}>
          <bdi className={styles.hex}>{token.address}</bdi>
          <CopyButton value={token.address} what={t('wallet.address')} />
        </div>
        <ExplorerLink chainId={token.chainId} kind="token" value={token.address} />
      </Card>
      {looksLike && (
        <Notice tone="warning" title={t('tokens.lookAlike.title', { token: looksLike.symbol })}>
          {isNativeToken(looksLike.address)
            ? t('tokens.lookAlike.helpNative', { token: looksLike.symbol })
            : t('tokens.lookAlike.help', {
                token: looksLike.symbol,
                address: shortAddress(looksLike.address),
              })}
        </Notice>
      )}
      {isUnlisted && (
        <Notice tone="warning" title={t('tokens.unverified.title', { token: token.symbol })}>
          {t('tokens.unverified.help')}
        </Notice>
      )}
      <Button variant="primary" size="large" onClick={onUse}>
        {t('action.addToken')}
      </Button>
      <Button size="large" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </>
  )
}
