import { isNativeToken } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { useChain } from '../hooks/use-chain.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { shortAddress } from '../lib/short-address.ts'
import { CopyButton } from './copy-button.tsx'
import { ExplorerLink } from './explorer-link.tsx'
import styles from './token-address.module.css'
import { TokenMark } from './token-mark.tsx'

export interface TokenAddressProps {
  token: Token
  /** Omits the warning badge if it is shown elsewhere. Default false. */
  withoutMark?: boolean
}

/**
 * The shortened address of a token, because symbols are not unique. With the full address in the
 * tooltip, a copy button, an explorer link and a warning badge. Renders nothing for the native
 * token.
 */
export function TokenAddress({ token, withoutMark = false }: TokenAddressProps) {
  const { t } = useTranslation()
  const { chainId, address, symbol } = token
  const hasExplorer = useChain(chainId)?.explorerUrl !== undefined
  if (isNativeToken(address)) return null
  const short = shortAddress(address)
  return (
    <span className={styles.address}>
      <bdi translate="no" title={address}>
        {hasExplorer ? <ExplorerLink chainId={chainId} kind="token" value={address} label={short} /> : short}
      </bdi>
      <CopyButton value={address} what={t('tokens.address', { token: symbol })} />
      {!withoutMark && <TokenMark token={token} />}
    </span>
  )
}
