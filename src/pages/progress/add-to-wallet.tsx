import { isNativeToken } from '../../../wire/lib/address.ts'
import { IconButton } from '../../components/icon-button.tsx'
import type { Token } from '../../events/types.ts'
import { useTokenSafety } from '../../hooks/use-token-safety.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWalletRequest } from '../../hooks/use-wallet-request.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import styles from './progress.module.css'

/** Adds the received token to the wallet's list. Renders nothing for the native token. */
export function AddToWallet({ token }: { token: Token }) {
  const { t } = useTranslation()
  const { wallet } = useWidget()
  const { address } = useWallet().state
  const { isUnlisted, looksLike } = useTokenSafety(token)
  const { state, send } = useWalletRequest()
  if (isNativeToken(token.address) || !address) return null

  const add = () =>
    send(async () => {
      const { chainId } = token
      if ((await wallet.readChainId()) !== chainId) await wallet.switchChain(chainId)
      await wallet.watchAsset(token)
    })

  const isDoubtful = isUnlisted || looksLike !== undefined
  return (
    <>
      {state !== 'done' && (
        <IconButton
          icon="wallet"
          label={t('progress.addToken', { token: token.symbol })}
          aria-busy={state === 'requesting'}
          onClick={() => state !== 'requesting' && void add()}
        />
      )}
      {isDoubtful && state === 'idle' && (
        <p className={styles.note}>{t('progress.addToken.unverified', { token: token.symbol })}</p>
      )}
      <p className={styles.note} role="status">
        {state === 'idle' || state === 'requesting'
          ? ''
          : t(`progress.addToken.${state === 'done' ? 'added' : state}`, { token: token.symbol })}
      </p>
    </>
  )
}
