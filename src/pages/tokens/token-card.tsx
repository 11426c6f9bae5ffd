import { isNativeToken } from '../../../wire/lib/address.ts'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import type { Token } from '../../events/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './token-card.module.css'

/** A token with its whole address. */
export function TokenCard({ token }: { token: Token }) {
  const { t } = useTranslation()
  return (
    <Card className={styles.token}>
      <TokenAvatar token={token} size={44} />
      <div className={styles.words}>
        <p className={styles.symbol}>
          <bdi translate="no">{token.symbol}</bdi>
        </p>
        <p className={styles.name}>
          <bdi translate="no">{token.name}</bdi>
        </p>
      </div>
      {!isNativeToken(token.address) && (
        <>
          <div className={styles.address}>
            <bdi translate="no" className={styles.hex}>
              {token.address}
            </bdi>
            <CopyButton value={token.address} what={t('tokens.address', { token: token.symbol })} />
          </div>
          <ExplorerLink chainId={token.chainId} kind="token" value={token.address} />
        </>
      )}
    </Card>
  )
}
