import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { asSluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import { useTokenStanding } from '../../hooks/use-token-standing.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isNativeToken } from '../../lib/address.ts'
import styles from './progress.module.css'

type State = 'idle' | 'asking' | 'added' | 'declined' | 'failed' | 'pending'

/** Lists the received token in the wallet, which shows many tokens only then. Renders nothing for the native token. */
export function AddToWallet({ token }: { token: Token }) {
  const { t } = useTranslation()
  const { wallet } = useWidget()
  const { address } = useWallet().state
  const { isUnlisted, looksLike } = useTokenStanding(token)
  const [state, setState] = useState<State>('idle')
  if (isNativeToken(token.address) || !address) return null

  const add = async () => {
    setState('asking')
    try {
      const { chainId } = token
      if ((await wallet.readChainId()) !== chainId) await wallet.switchChain(chainId)
      await wallet.watchAsset(token)
      setState('added')
    } catch (error) {
      const { code } = asSluiceError(error)
      setState(code === 'USER_REJECTED' ? 'declined' : code === 'REQUEST_PENDING' ? 'pending' : 'failed')
    }
  }

  const isDoubtful = isUnlisted || looksLike !== undefined
  return (
    <>
      {state !== 'added' && (
        <Button size="large" busy={state === 'asking'} onClick={() => void add()}>
          {t('progress.addToken', { token: token.symbol })}
        </Button>
      )}
      {isDoubtful && state === 'idle' && (
        <p className={styles.note}>{t('progress.addToken.unverified', { token: token.symbol })}</p>
      )}
      <p className={styles.note} role="status">
        {state === 'idle' || state === 'asking'
          ? ''
          : t(`progress.addToken.${state}`, { token: token.symbol })}
      </p>
    </>
  )
}
