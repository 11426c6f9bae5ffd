import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { Notice } from '../../components/notice.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import type { EventToken } from '../../events/types.ts'
import { useWords } from '../../hooks/use-words.ts'
import styles from './unlisted-token.module.css'

export interface UnlistedTokenProps {
  token: EventToken
  onUse: () => void
  onCancel: () => void
}

/** A word of warning before a token that nobody listed is used. */
export function UnlistedToken({ token, onUse, onCancel }: UnlistedTokenProps) {
  const { t } = useWords()
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
      <Notice tone="warning" title={t('tokens.unverified.title', { token: token.symbol })}>
        {t('tokens.unverified.help')}
      </Notice>
      <Button variant="primary" size="large" onClick={onUse}>
        {t('action.addToken')}
      </Button>
      <Button size="large" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </>
  )
}
